// SPDX-License-Identifier: MIT

import World

extension World {
  /// Calls a function before each use of some built-in dependencies. This doesn't count as an assignment.
  ///
  /// - Parameter observer: Returns the function for a dependency; `nil` for one that isn't observed.
  package mutating func observe(_ observer: (BuiltIn) -> (@Sendable () -> Void)?) {
    wrapClosures { world in
      for dependency in BuiltIn.allCases {
        if let use = observer(dependency) { world.observe(dependency, use) }
      }
    }
  }

  private mutating func observe(_ dependency: BuiltIn, _ use: @escaping @Sendable () -> Void) {
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
    case .settings:
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
}
