// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "World",
  // `Mutex` and `Atomic` of the Synchronization module set these floors.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "World", targets: ["World"]),
    .library(name: "WorldMocks", targets: ["WorldMocks"]),
    .library(name: "WorldTesting", targets: ["WorldTesting"]),
    .executable(name: "bdum-tish", targets: ["BdumTish"]),
    .plugin(name: "CheckWorldPlugin", targets: ["CheckWorldPlugin"]),
  ],
  targets: [
    .target(
      name: "World",
      // So that a file that imports FoundationEssentials uses nothing beyond it: a statically linked program
      // stays small.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .target(name: "WorldMocks", dependencies: ["World"]),
    .target(name: "WorldTesting", dependencies: ["World", "WorldMocks"]),
    .executableTarget(name: "BdumTish", dependencies: ["World"]),
    // Built where somebody runs the plugin, and not where World is linked.
    .executableTarget(name: "CheckWorld"),
    .plugin(
      name: "CheckWorldPlugin",
      capability: .command(
        intent: .custom(
          verb: "check-world",
          description: "Finds uses of Current outside of builders, and of what the world provides.")),
      dependencies: ["CheckWorld"], path: "Plugins/CheckWorld"),
    .testTarget(name: "WorldTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "WorldMocksTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "WorldTestingTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "StressTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(
      name: "BdumTishTests", dependencies: ["BdumTish", "CheckWorld", "World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "CheckWorldTests", dependencies: ["CheckWorld"]),
    .testTarget(name: "DocumentationTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
