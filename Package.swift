// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "World",
  // `Mutex` and `Atomic` of the Synchronization module set these floors.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "World", targets: ["World"]),
    .library(name: "WorldLive", targets: ["WorldLive"]),
    .library(name: "WorldSimulation", targets: ["WorldSimulation"]),
    .library(name: "WorldDiagnostics", targets: ["WorldDiagnostics"]),
    .library(name: "WorldMocks", targets: ["WorldMocks"]),
    .library(name: "WorldTesting", targets: ["WorldTesting"]),
    .executable(name: "bdum-tish", targets: ["BdumTish"]),
    .plugin(name: "CheckWorldPlugin", targets: ["CheckWorldPlugin"]),
  ],
  targets: [
    .target(name: "World", swiftSettings: foundationEssentials),
    .target(
      name: "WorldLive", dependencies: ["World"], resources: [.process("PrivacyInfo.xcprivacy")]),
    .target(name: "WorldSimulation", dependencies: ["World"], swiftSettings: foundationEssentials),
    .target(name: "WorldDiagnostics", dependencies: ["World"], swiftSettings: foundationEssentials),
    .target(name: "WorldMocks", dependencies: ["World"]),
    .target(name: "WorldTesting", dependencies: ["World", "WorldMocks"]),
    .executableTarget(
      name: "BdumTish",
      dependencies: ["World", "WorldLive", "WorldSimulation", "WorldDiagnostics", "WorldMocks"]),
    // Built where somebody runs the plugin, and not where World is linked.
    .executableTarget(name: "CheckWorld"),
    .plugin(
      name: "CheckWorldPlugin",
      capability: .command(
        intent: .custom(
          verb: "check-world",
          description: "Finds uses of Current outside of builders, and of what the world provides.")),
      dependencies: ["CheckWorld"], path: "Plugins/CheckWorld"),
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "WorldTests", dependencies: modules),
    .testTarget(name: "WorldLiveTests", dependencies: modules),
    .testTarget(name: "WorldSimulationTests", dependencies: modules),
    .testTarget(name: "WorldDiagnosticsTests", dependencies: modules),
    .testTarget(name: "WorldMocksTests", dependencies: modules),
    .testTarget(name: "WorldTestingTests", dependencies: modules),
    .testTarget(name: "StressTests", dependencies: modules),
    .testTarget(name: "BdumTishTests", dependencies: modules + ["BdumTish", "CheckWorld"]),
    .testTarget(name: "CheckWorldTests", dependencies: ["CheckWorld"]),
    .testTarget(name: "DocumentationTests", dependencies: modules),
  ],
  swiftLanguageModes: [.v6]
)

/// So that a file that imports FoundationEssentials uses nothing beyond it: a statically linked program stays small.
var foundationEssentials: [SwiftSetting] { [.enableUpcomingFeature("MemberImportVisibility")] }

/// What tests see.
var modules: [Target.Dependency] {
  ["World", "WorldLive", "WorldSimulation", "WorldDiagnostics", "WorldMocks", "WorldTesting", "TestSupport"]
}
