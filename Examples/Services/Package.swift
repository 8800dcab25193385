// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Services",
  platforms: [.macOS(.v15)],
  products: [.library(name: "Services", targets: ["Services"])],
  dependencies: [.package(name: "World", path: "../..")],
  targets: [
    .target(
      name: "Services",
      dependencies: [
        .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
      ]),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "Services",
        .product(name: "World", package: "World"),
        .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
        .product(name: "WorldTesting", package: "World"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
