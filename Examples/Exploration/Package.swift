// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Exploration",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "exploration-table", targets: ["exploration-table"])],
  dependencies: [.package(name: "World", path: "../..")],
  targets: [
    .target(
      name: "KnownBugs",
      dependencies: [
        .product(name: "World", package: "World"), .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldSimulation", package: "World"), .product(name: "WorldTesting", package: "World"),
      ]),
    .executableTarget(
      name: "exploration-table",
      dependencies: ["KnownBugs", .product(name: "WorldTesting", package: "World")]),
    .executableTarget(
      name: "exploration-speed",
      dependencies: [
        .product(name: "World", package: "World"), .product(name: "WorldTesting", package: "World"),
      ]),
    .executableTarget(
      name: "exploration-depths",
      dependencies: [
        .product(name: "World", package: "World"), .product(name: "WorldTesting", package: "World"),
      ]),
    .testTarget(
      name: "KnownBugsTests",
      dependencies: ["KnownBugs", .product(name: "WorldTesting", package: "World")]),
  ],
  swiftLanguageModes: [.v6]
)
