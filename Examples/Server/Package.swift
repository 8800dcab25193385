// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "Cost", description: "Builds server-cost, with a client of HTTP and the TLS that it contains.")
  ],
  dependencies: [
    .package(name: "World", path: "../.."),
    // The traits add packages that this package doesn't use.
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.0.2", traits: []),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-service-context.git", from: "1.5.1"),
  ],
  targets: [
    .target(
      name: "Server",
      dependencies: [
        .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
        .product(name: "WorldStorage", package: "World"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceContextModule", package: "swift-service-context"),
      ]),
    .executableTarget(
      name: "serve",
      dependencies: [
        "Server",
        .product(name: "World", package: "World"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ]),
    .executableTarget(
      name: "server-cost",
      dependencies: [
        "Server",
        .product(name: "World", package: "World"),
        .product(name: "HummingbirdTesting", package: "hummingbird", condition: .when(traits: ["Cost"])),
      ]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server",
        .product(name: "World", package: "World"),
        .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
        .product(name: "WorldStorage", package: "World"),
        .product(name: "WorldTesting", package: "World"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
