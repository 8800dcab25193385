/// Who is told what happens in the program.
///
/// ```swift
/// Current.analytics.track(Analytics.Event(name: "signed_in", properties: ["method": "passkey"]))
/// ```
///
/// A sink is an `Analytics` value; sinks are combined into others:
///
/// ```swift
/// try World.bootstrap {
///   let file = try Analytics.jsonLines(appendingTo: "/var/log/app.jsonl", date: { Current.date() })
///   $0.analytics = .combining(file, .stdout)
///     .adding(["version": "1.2"])
///     .filter { !$0.name.hasPrefix("debug_") }
/// }
/// ```
///
/// Live, nobody listens, and each event says so: assign a sink at launch. In a mock world, `Analytics.mock`
/// prints; `Analytics.recorder()` hands back what was tracked.
public struct Analytics: Sendable {
  /// Something that happened.
  public struct Event: Sendable, Hashable, Codable {
    /// What happened, such as `signed_in`.
    public var name: String
    /// Details.
    public var properties: [String: String]

    /// Something that happened.
    public init(name: String, properties: [String: String] = [:]) {
      self.name = name
      self.properties = properties
    }
  }

  /// Tells that something happened. It doesn't wait for a network and doesn't throw; a sink that can't take an
  /// event reports an issue.
  public var track: @Sendable (Event) -> Void

  /// A sink that is told by a function.
  public init(track: @escaping @Sendable (Event) -> Void) { self.track = track }
}

extension Analytics {
  /// Nobody listens, and each event reports that. What a live world has until a sink is assigned.
  public static let unassigned = Analytics { event in
    IssueReporter.report(
      "Nobody listens to analytics: the event \"\(event.name)\" was tracked, but no sink was assigned",
      kind: .unassigned,
      fixes: [
        "assign one at launch: World.bootstrap { $0.analytics = … }",
        "to drop events on purpose, assign Analytics.discarding",
        "in a test, use a mock world: @Test(.world(.mock))",
      ])
  }

  /// Nobody listens, on purpose.
  public static let discarding = Analytics { _ in }

  // MARK: Combining

  /// Tells several sinks, in the order given.
  public static func combining(_ sinks: Analytics...) -> Analytics { combining(sinks) }

  /// Tells several sinks, in the order given.
  public static func combining(_ sinks: [Analytics]) -> Analytics {
    Analytics { event in
      for sink in sinks { sink.track(event) }
    }
  }

  /// Tells this sink every event as `transform` makes it, or not at all where that gives `nil`.
  public func compactMap(_ transform: @escaping @Sendable (Event) -> Event?) -> Analytics {
    Analytics { [track] event in
      if let event = transform(event) { track(event) }
    }
  }

  /// Adds properties to every event. Where the event has the property itself, the event's value wins.
  ///
  /// - Parameter properties: Evaluated at each event.
  public func adding(_ properties: @autoclosure @escaping @Sendable () -> [String: String]) -> Analytics {
    compactMap { event in
      var event = event
      event.properties.merge(properties()) { own, _ in own }
      return event
    }
  }

  /// Tells this sink only the events for which the closure says yes.
  public func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> Analytics {
    compactMap { isIncluded($0) ? $0 : nil }
  }
}
