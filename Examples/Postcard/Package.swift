// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Postcard",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "World", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "postcard",
      dependencies: [
        .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(
      name: "PostcardTests",
      dependencies: [
        "postcard",
        .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
        .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldTesting", package: "World"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
