// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "FromDependencies",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "World", path: "../..")],
  targets: [
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

// `Before` fetches swift-dependencies and builds swift-syntax for its macros. ONLY=after leaves it out.
if Context.environment["ONLY"] != "after" {
  package.dependencies.append(
    .package(url: "https://github.com/pointfreeco/swift-dependencies", from: "1.16.0"))
  package.targets += [
    .target(
      name: "Before",
      dependencies: [
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "DependenciesMacros", package: "swift-dependencies"),
      ]),
    .testTarget(
      name: "BeforeTests",
      dependencies: [
        "Before",
        .product(name: "Dependencies", package: "swift-dependencies"),
        .product(name: "DependenciesTestSupport", package: "swift-dependencies"),
      ]),
  ]
}
