/// A sink for the events that the program tracks.
///
/// ```swift
/// Current.analytics.track("signed_in", ["method": "passkey"])
/// ```
///
/// A sink is an `Analytics` value. Sinks are combined into others; `Analytics.jsonLines` is in `WorldStorage`:
///
/// ```swift
/// try World.bootstrap {
///   let file = try Analytics.jsonLines(appendingTo: "/var/log/app.jsonl", date: { Current.date() })
///   let console = Analytics { print($0.name) }
///   $0.analytics = .combining(file, console)
///     .adding(["version": "1.2"])
///     .filter { !$0.name.hasPrefix("debug_") }
/// }
/// ```
///
/// A live world has no sink, and reports each event: assign one at launch, or ``discarding``. In a mock world,
/// `Analytics.mock` prints each event; `Analytics.recorder()` returns a sink and the log of its events.
///
/// **Thread-safety.** As that of the sinks. All sinks that come with the package may be used from any thread.
public struct Analytics: Sendable {
  /// Something that happened in the program.
  public struct Event: Sendable, Hashable {
    /// What happened, such as `signed_in`.
    public var name: String
    /// Details, by name.
    public var properties: [String: String]

    /// An event.
    public init(name: String, properties: [String: String] = [:]) {
      (self.name, self.properties) = (name, properties)
    }
  }

  /// Tracks an event. It doesn't throw and should not wait for a network; a sink that loses an event reports that.
  public var track: @Sendable (Event) -> Void

  /// A sink that calls a function with each event.
  public init(track: @escaping @Sendable (Event) -> Void) { self.track = track }
}

extension Analytics {
  /// Tracks an event.
  ///
  /// ```swift
  /// Current.analytics.track("signed_in", ["method": "passkey"])
  /// ```
  public func track(_ name: String, _ properties: [String: String] = [:]) {
    track(Event(name: name, properties: properties))
  }

  // MARK: Without a sink

  /// Reports each event: what a live world has until a sink is assigned.
  public static let unassigned = Analytics { event in
    IssueReporter.report(
      "The event " + event.name.quoted + " was tracked, but no sink is configured", kind: .unassigned,
      fixes: [
        "assign one at launch: World.bootstrap { $0.analytics = … }",
        "to drop events on purpose, assign Analytics.discarding",
        World.Issue.fixInTest,
      ])
  }

  /// Drops each event.
  public static let discarding = Analytics { _ in }

  // MARK: Combining

  /// A sink that passes each event to several sinks, in the order given.
  public static func combining(_ sinks: Analytics...) -> Analytics { combining(sinks) }

  /// A sink that passes each event to several sinks, in the order given.
  public static func combining(_ sinks: [Analytics]) -> Analytics {
    Analytics { event in
      for sink in sinks { sink.track(event) }
    }
  }

  /// A sink that passes on what `transform` returns for an event; where that is `nil`, nothing.
  public func compactMap(_ transform: @escaping @Sendable (Event) -> Event?) -> Analytics {
    Analytics { [track] event in
      if let event = transform(event) { track(event) }
    }
  }

  /// A sink that adds properties to each event. A property that the event itself has stays as it is.
  ///
  /// - Parameter properties: Evaluated at each event.
  public func adding(_ properties: @autoclosure @escaping @Sendable () -> [String: String]) -> Analytics {
    compactMap { event in
      var event = event
      for (name, value) in properties() where event.properties[name] == nil { event.properties[name] = value }
      return event
    }
  }

  /// A sink that passes on only the events for which the closure returns `true`.
  public func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> Analytics {
    compactMap { isIncluded($0) ? $0 : nil }
  }
}
