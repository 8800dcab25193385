// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that programs that use World don't build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  // With a name, because the folder of a checkout may have any name.
  dependencies: [.package(name: "World", path: "..")],
  targets: [
    .executableTarget(
      name: "Ratios",
      dependencies: [
        "Rows", "CountingMalloc", .product(name: "World", package: "World"),
      ]),
    .target(
      name: "Rows",
      dependencies: [
        "Cores", "Shop", .product(name: "World", package: "World"),
        .product(name: "WorldLifetimes", package: "World"),
      ]),
    // Services in a separate module, as in an app.
    .target(name: "Shop", dependencies: [.product(name: "World", package: "World")]),
    .target(name: "Cores"),
    .target(name: "CountingMalloc"),
  ],
  swiftLanguageModes: [.v6]
)
