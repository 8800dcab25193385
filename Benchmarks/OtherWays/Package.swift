// swift-tools-version: 6.1
import PackageDescription

// The same feature three times. A separate package, so that only `Benchmarks/beside` fetches the other libraries.
let dependencies: [Target.Dependency] = [.product(name: "Dependencies", package: "swift-dependencies")]
let world: [Target.Dependency] = [.product(name: "World", package: "World")]

let package = Package(
  name: "OtherWays",
  platforms: [.macOS(.v15)],
  dependencies: [
    // With a name, because the folder of a checkout may have any name.
    .package(name: "World", path: "../.."),
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.0.0"),
  ],
  targets: [
    .executableTarget(name: "FeatureByHand", path: "ByHand"),
    .executableTarget(name: "FeatureWithDependencies", dependencies: dependencies, path: "Dependencies"),
    .executableTarget(name: "FeatureWithWorld", dependencies: world, path: "World"),
    .testTarget(name: "ByHandTests", dependencies: ["FeatureByHand"], path: "Tests/ByHand"),
    .testTarget(
      name: "DependenciesTests",
      dependencies: dependencies + [
        "FeatureWithDependencies", .product(name: "DependenciesTestSupport", package: "swift-dependencies"),
      ],
      path: "Tests/Dependencies"),
    .testTarget(
      name: "WorldTests",
      dependencies: world + ["FeatureWithWorld", .product(name: "WorldTesting", package: "World")],
      path: "Tests/World"),
    // Measures the reads, with the loops of the other benchmarks.
    .executableTarget(name: "Reads", dependencies: dependencies + world, path: "Reads"),
  ],
  swiftLanguageModes: [.v6]
)
