// SPDX-License-Identifier: MIT

extension World {
  /// A sink for the events that the program tracks.
  ///
  /// ```swift
  /// Current.analytics.track("signed_in", ["method": "passkey"])
  /// ```
  ///
  /// A sink is a value. The module `WorldStorage` adds a sink that writes to a file, and functions that combine sinks:
  ///
  /// ```swift
  /// try World.bootstrap {
  ///   let file = try World.Analytics.jsonLines(appendingTo: "/var/log/app.jsonl")
  ///   let console = World.Analytics { print($0.name) }
  ///   $0.analytics = .combining(file, console)
  ///     .adding(["version": "1.2"])
  ///     .filter { !$0.name.hasPrefix("debug_") }
  /// }
  /// ```
  ///
  /// A live world has no sink and reports each event as an issue: assign a sink at launch, or ``discarding``. In a mock world,
  /// `World.Analytics.mock` prints each event; `World.Analytics.recorder()` returns a sink and the log of its events.
  ///
  /// **Thread-safety.** Depends on the sink. All sinks of the package may be used from any thread.
  public struct Analytics: Sendable {
    /// Something that happened in the program.
    public struct Event: Sendable, Hashable {
      /// What happened, such as `signed_in`.
      public var name: String
      /// Details, by name: `["method": "passkey", "attempts": 2]`.
      public var properties: [String: Value]

      /// Creates an event.
      public init(name: String, properties: [String: Value] = [:]) {
        (self.name, self.properties) = (name, properties)
      }
    }

    /// The value of an event's property. Wrap a variable in a case: `["attempts": .int(attempts)]`.
    ///
    /// A minor version may add a case, so a `switch` needs a `default`.
    public enum Value: Sendable, Hashable {
      /// A string.
      case string(String)
      /// A whole number.
      case int(Int)
      /// A floating-point number.
      case double(Double)
      /// A Boolean.
      case bool(Bool)
    }

    /// Tracks an event. It doesn't throw, and shouldn't wait for the network. A sink reports the events that it loses.
    public var track: @Sendable (Event) -> Void

    /// Creates a sink that calls a function with each event.
    public init(track: @escaping @Sendable (Event) -> Void) { self.track = track }
  }
}

extension World.Analytics {
  /// Tracks an event.
  ///
  /// ```swift
  /// Current.analytics.track("signed_in", ["method": "passkey"])
  /// ```
  public func track(_ name: String, _ properties: [String: Value] = [:]) {
    track(Event(name: name, properties: properties))
  }

  /// A sink that reports each event as an issue. A live world has it until another sink is assigned.
  public static let unassigned = World.Analytics { event in
    IssueReporter.report(
      "The event " + event.name.quoted + " was tracked, but no sink is configured", kind: .unassigned,
      fixes: [
        "assign one at launch: World.bootstrap { $0.analytics = … }",
        "to drop events on purpose, assign World.Analytics.discarding",
        World.Issue.fixInTest,
      ])
  }

  /// A sink that drops each event.
  public static let discarding = World.Analytics { _ in }
}

extension World.Analytics.Value:
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, CustomStringConvertible
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .int(value) }

  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// The value as a literal; a string is in quotes.
  public var description: String {
    switch self {
    case .string(let value): value.debugDescription
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    }
  }
}
