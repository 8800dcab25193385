// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Greeter",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "World", path: "../..")
  ],
  targets: [
    .target(
      name: "Greeter",
      dependencies: [.product(name: "World", package: "World")]),
    .executableTarget(
      name: "greet",
      dependencies: [
        "Greeter",
        .product(name: "World", package: "World"),
        .product(name: "WorldSimulation", package: "World"),
      ]),
    .testTarget(
      name: "GreeterTests",
      dependencies: [
        "Greeter",
        .product(name: "World", package: "World"),
        .product(name: "WorldMocks", package: "World"),
        .product(name: "WorldTesting", package: "World"),
      ]),
  ]
)

// The same sources serve three kinds of user, which the environment selects: by default Swift 6, GREETER_MODE=swift5
// for Swift 5, and GREETER_MODE=main-actor for Swift 6 with the main actor as the default isolation, which Swift 6.1
// doesn't have. Your own package needs none of this.
let mode = Context.environment["GREETER_MODE"] ?? "swift6"
for target in package.targets {
  switch mode {
  case "swift6": target.swiftSettings = [.swiftLanguageMode(.v6)]
  case "swift5": target.swiftSettings = [.swiftLanguageMode(.v5)]
  case "main-actor":
    target.swiftSettings = [.swiftLanguageMode(.v6), .unsafeFlags(["-default-isolation", "MainActor"])]
  default: fatalError("GREETER_MODE=\(mode) is none of swift6, swift5 and main-actor")
  }
}
