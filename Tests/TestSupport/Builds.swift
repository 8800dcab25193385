import World

extension Build {
  /// How many threads wait for the build of a service or value with a name.
  package static func waitingThreadCount(of name: String) -> Int {
    graph.withLock { graph in
      guard let build = graph.needs.first(where: { $0.other.name == name })?.other else { return 0 }
      // The first needs it because it builds it.
      return graph.needs.count { $0.other === build } - 1
    }
  }

  /// How many tasks wait for this build, which is done in a task of its own.
  package var waitingTaskCount: Int { Build.graph.withLock { $0.needs.count { $0.other === self } } }
}
