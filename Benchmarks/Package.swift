// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that a program which uses World doesn't build it.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  // By name, because a checkout may lie in a folder of any name.
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
    // Services in a module of their own, as an app has them.
    .target(name: "Shop", dependencies: [.product(name: "World", package: "World")]),
    .target(name: "Cores"),
    .target(name: "CountingMalloc"),
  ],
  swiftLanguageModes: [.v6]
)
