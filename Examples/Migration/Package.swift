// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Migration",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "World", path: "../..")],
  targets: [
    // A module that follows the pattern by hand. Swift 6 rejects its global variable.
    .target(name: "Before", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "BeforeTests", dependencies: ["Before"], swiftSettings: [.swiftLanguageMode(.v5)]),
    // The same module with the library.
    .target(name: "After", dependencies: [.product(name: "World", package: "World")]),
    .testTarget(
      name: "AfterTests",
      dependencies: [
        "After",
        .product(name: "World", package: "World"),
        .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldTesting", package: "World"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
