// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that World itself keeps no dependencies.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // By name, because a checkout may lie in a folder of any name.
    .package(name: "World", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "Rows",
      dependencies: [
        "Cores", .product(name: "World", package: "World"), .product(name: "WorldLive", package: "World"),
      ]),
    .target(name: "Cores"),
    .executableTarget(
      name: "Ratios",
      dependencies: ["Rows", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Ratios",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    // What CI runs; it needs nothing of `benchmark`, whose building takes a minute.
    .executableTarget(
      name: "check", dependencies: ["Rows", "CountingMalloc", .product(name: "World", package: "World")]),
    .target(name: "CountingMalloc"),
  ],
  swiftLanguageModes: [.v6]
)
