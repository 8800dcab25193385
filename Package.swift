// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "World",
  // `Mutex` and `Atomic` of the Synchronization module require these versions.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "World", targets: ["World"]),
    .library(name: "WorldLifetimes", targets: ["WorldLifetimes"]),
    .library(name: "WorldStorage", targets: ["WorldStorage"]),
    .library(name: "WorldSimulation", targets: ["WorldSimulation"]),
    .library(name: "WorldMocks", targets: ["WorldMocks"]),
    .library(name: "WorldTesting", targets: ["WorldTesting"]),
    .executable(name: "bdum-tish", targets: ["BdumTish"]),
    .executable(name: "bdum-tish-bug", targets: ["BdumTishBug"]),
    .plugin(name: "CheckWorldPlugin", targets: ["CheckWorldPlugin"]),
    .plugin(name: "ExploreWorldsPlugin", targets: ["ExploreWorldsPlugin"]),
  ],
  targets: [
    .target(name: "World", swiftSettings: foundationEssentials),
    .target(name: "WorldLifetimes", dependencies: ["World"], swiftSettings: foundationEssentials),
    .target(
      name: "WorldStorage", dependencies: ["World"], resources: [.process("PrivacyInfo.xcprivacy")]),
    .target(name: "WorldSimulation", dependencies: ["World"], swiftSettings: foundationEssentials),
    .target(name: "WorldMocks", dependencies: ["World", "WorldSimulation"]),
    .target(name: "CWorldTesting"),
    .target(name: "SweepReports"),
    .target(
      name: "WorldTesting",
      dependencies: [
        "World", "WorldStorage", "WorldSimulation", "WorldMocks", "CWorldTesting", "SweepReports",
      ]),
    .executableTarget(
      name: "BdumTish",
      dependencies: ["World", "WorldStorage", "WorldSimulation", "WorldMocks"]),
    .executableTarget(name: "BdumTishBug", dependencies: ["World", "WorldTesting"]),
    // Built when their plugins run, and not for programs that link World.
    .executableTarget(name: "CheckWorld"),
    .executableTarget(name: "ExploreWorlds", dependencies: ["SweepReports"]),
    .plugin(
      name: "CheckWorldPlugin",
      capability: .command(
        intent: .custom(
          verb: "check-world",
          description: "Finds uses of Current outside of builders, and of what the world provides.")),
      dependencies: ["CheckWorld"], path: "Plugins/CheckWorld"),
    .plugin(
      name: "ExploreWorldsPlugin",
      capability: .command(
        intent: .custom(
          verb: "explore-worlds",
          description: "Explores every test that has a world, in many worlds and orders of its tasks.")),
      dependencies: ["ExploreWorlds"], path: "Plugins/ExploreWorlds"),
    .target(name: "TestSupport", dependencies: ["World", "WorldSimulation"], path: "Tests/TestSupport"),
    .testTarget(name: "WorldTests", dependencies: modules),
    .testTarget(name: "WorldLifetimesTests", dependencies: modules),
    .testTarget(name: "WorldStorageTests", dependencies: modules),
    .testTarget(name: "WorldSimulationTests", dependencies: modules),
    .testTarget(name: "WorldMocksTests", dependencies: modules),
    .testTarget(name: "WorldTestingTests", dependencies: modules + ["SweepReports"]),
    // Everything at once, compared with a model; the tests run it for a short time, `.ci/run` for longer.
    .executableTarget(
      name: "Stress", dependencies: ["World", "WorldLifetimes", "WorldStorage", "WorldSimulation"],
      path: "Tests/Stress"),
    // How many failures of live programs are the same when they are replayed, and what recording costs.
    .executableTarget(
      name: "ReplayTable", dependencies: ["World", "WorldStorage", "WorldMocks", "WorldTesting"],
      path: "Tests/ReplayTable"),
    .testTarget(name: "StressTests", dependencies: modules + ["Stress"]),
    .testTarget(name: "BdumTishTests", dependencies: modules + ["BdumTish", "BdumTishBug", "CheckWorld"]),
    .testTarget(
      name: "CheckWorldTests", dependencies: ["CheckWorld", "ExploreWorlds", "SweepReports", "TestSupport"],
      exclude: ["Corpus"]),
    .testTarget(name: "DocumentationTests", dependencies: modules, exclude: onLinuxAlone),
  ],
  swiftLanguageModes: [.v6]
)

// The tests are indexed, as XCTest needs to find its own, but not the system's modules, which would take a seventh of the build.
// No product contains a test target, so a client may depend on a version of this package in spite of the flag.
for target in package.targets where target.type == .test {
  target.swiftSettings = [.unsafeFlags(["-index-ignore-system-modules"])]
}

/// Tests of code that doesn't use World. Elsewhere it sleeps in real time.
var onLinuxAlone: [String] {
  #if os(Linux)
    []
  #else
    ["Snippets/TokensTests.swift"]
  #endif
}

/// A file that imports FoundationEssentials can't use more of Foundation by accident, which a statically linked program
/// would contain.
var foundationEssentials: [SwiftSetting] { [.enableUpcomingFeature("MemberImportVisibility")] }

/// The dependencies of the tests.
var modules: [Target.Dependency] {
  ["World", "WorldLifetimes", "WorldStorage", "WorldSimulation", "WorldMocks", "WorldTesting", "TestSupport"]
}
