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
    .testTarget(name: "WorldTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "WorldMocksTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "WorldTestingTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "StressTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
    .testTarget(
      name: "BdumTishTests", dependencies: ["BdumTish", "World", "WorldMocks", "WorldTesting"]),
    .testTarget(name: "DocumentationTests", dependencies: ["World", "WorldMocks", "WorldTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
