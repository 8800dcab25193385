// SPDX-License-Identifier: MIT

import World

extension World.Analytics {
  /// A sink that prints each event to standard output: `Mock track signed_in ["method": "passkey"]`.
  public static let mock = World.Analytics { event in
    let properties = event.properties.sorted { $0.key < $1.key }
      .map { "\($0.key.debugDescription): \($0.value)" }
    print("Mock track \(event.name)\(properties.isEmpty ? "" : " [\(properties.joined(separator: ", "))]")")
  }

  /// Returns a sink that records events, and the log of these events.
  ///
  /// ```swift
  /// let (analytics, log) = World.Analytics.recorder()
  /// withWorld { $0.analytics = analytics } operation: { signUp() }
  /// #expect(log.events.map(\.name) == ["signed_up"])
  /// ```
  public static func recorder() -> (analytics: World.Analytics, log: Log) {
    let log = Log()
    return (World.Analytics { log.append($0) }, log)
  }

  /// The events that a recording sink tracked, in order.
  ///
  /// **Thread-safety.** May be read on any thread while events are tracked.
  public final class Log: Sendable {
    private let recorded = Lock<[Event]>([])

    /// The events so far.
    public var events: [Event] { recorded.withLock { $0 } }

    /// Removes and returns the events so far.
    public func drain() -> [Event] { recorded.exchange([]) }

    fileprivate func append(_ event: Event) { recorded.withLock { $0.append(event) } }
  }
}
