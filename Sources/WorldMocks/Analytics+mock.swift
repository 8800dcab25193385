import World

extension Analytics {
  /// Prints each event to standard output: `Mock track signed_in ["method": "passkey"]`.
  public static let mock = Analytics { event in
    let properties = event.properties.sorted { $0.key < $1.key }
      .map { "\($0.key.debugDescription): \($0.value.debugDescription)" }
    print("Mock track \(event.name)\(properties.isEmpty ? "" : " [\(properties.joined(separator: ", "))]")")
  }

  /// A sink that remembers, and the log of what it was told.
  ///
  /// ```swift
  /// let (analytics, log) = Analytics.recorder()
  /// withWorld { $0.analytics = analytics } operation: { signUp() }
  /// #expect(log.events.map(\.name) == ["signed_up"])
  /// ```
  public static func recorder() -> (analytics: Analytics, log: AnalyticsLog) {
    let log = AnalyticsLog()
    return (Analytics { log.append($0) }, log)
  }
}

/// What a recording sink was told, in order. Safe to read from any task while events still come in.
public final class AnalyticsLog: Sendable {
  private let recorded = Lock<[Analytics.Event]>([])

  /// The events up to now.
  public var events: [Analytics.Event] { recorded.withLock { $0 } }

  /// Hands back the events up to now and forgets them.
  public func drain() -> [Analytics.Event] {
    recorded.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func append(_ event: Analytics.Event) { recorded.withLock { $0.append(event) } }
}
