import World

extension ExclusiveBuild {
  /// How many threads wait for builds of this name.
  package static func waiterCount(of name: String) -> Int {
    inFlight.withLock { builds in
      builds.filter { $0.name == name }.map(\.waits.count).reduce(0, +)
    }
  }
}
