// swift-tools-version: 6.1
import PackageDescription

// A separate package, because it is built with libFuzzer: see `run`.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "World", path: "..")],
  targets: [
    .target(name: "LibFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "LibFuzzer", .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
