// SPDX-License-Identifier: MIT

import Synchronization
import World

extension World {
  /// Calls a function before each use of some built-in dependencies. This doesn't count as an assignment.
  ///
  /// - Parameter observer: Returns the function for a dependency; `nil` for one that isn't observed.
  package mutating func observe(_ observer: (BuiltIn) -> (@Sendable () -> Void)?) {
    wrapClosures { world in
      for dependency in BuiltIn.all {
        if let use = observer(dependency) { world.observe(dependency.bit, use) }
      }
    }
  }

  private mutating func observe(_ dependency: BuiltInSet, _ use: @escaping @Sendable () -> Void) {
    func observed<Value>(_ closure: @escaping @Sendable () -> Value) -> @Sendable () -> Value {
      {
        use()
        return closure()
      }
    }
    switch dependency {
    case .date: date = observed(date)
    case .timezone: timezone = observed(timezone)
    case .locale: locale = observed(locale)
    case .uuid: uuid = observed(uuid)
    case .random: random = RandomSource(observed(random.next))
    case .clock: elapsed.now = observed(elapsed.now)
    case .calendar:
      explicitCalendar = { [explicitCalendar] in
        use()
        return explicitCalendar($0, $1)
      }
    case .sleep:
      sleep = { [sleep] in
        use()
        try await sleep($0)
      }
    case .analytics:
      analytics.track = { [analytics] in
        use()
        analytics.track($0)
      }
    default:
      settings.read = { [settings] in
        use()
        return settings.read($0)
      }
      settings.write = { [settings] in
        use()
        settings.write($0, $1)
      }
    }
  }

  /// Builds the mock of a service, in a world like this one.
  ///
  /// - Returns: The built-in dependencies that the build read.
  package func builtInsRead(by build: (World) -> Void) -> BuiltInSet {
    var uses = BuiltIn.all.map { _ in Use() }
    self.build(build, observedBy: uses)
    var reads = BuiltInSet.none
    for (index, dependency) in BuiltIn.all.enumerated() {
      // A mock that keeps a closure may call it at any time.
      let isKept = !isKnownUniquelyReferenced(&uses[index])
      if isKept || uses[index].isCalled.load(ordering: .relaxed) { reads.insert(dependency.bit) }
    }
    return reads
  }

  // In a separate function, so that afterwards only the mock retains the closures.
  @inline(never)
  private func build(_ build: (World) -> Void, observedBy uses: [Use]) {
    var world = self
    var rest = uses[...]
    world.observe { _ in
      let use = rest.removeFirst()
      return { use.isCalled.store(true, ordering: .relaxed) }
    }
    build(world)
  }
}

/// Whether the build of a mock uses a built-in dependency.
private final class Use: Sendable {
  let isCalled = Atomic(false)
}
