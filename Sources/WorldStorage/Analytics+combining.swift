// SPDX-License-Identifier: MIT

import World

extension World.Analytics {
  /// Returns a sink that passes each event to several sinks, in the order given.
  public static func combining(_ sinks: World.Analytics...) -> World.Analytics { combining(sinks) }

  /// Returns a sink that passes each event to several sinks, in the order given.
  public static func combining(_ sinks: [World.Analytics]) -> World.Analytics {
    World.Analytics { event in
      for sink in sinks { sink.track(event) }
    }
  }

  /// Returns a sink that passes on the events that `transform` returns, and drops those for which it returns `nil`.
  public func compactMap(_ transform: @escaping @Sendable (Event) -> Event?) -> World.Analytics {
    World.Analytics { [track] event in
      if let event = transform(event) { track(event) }
    }
  }

  /// Returns a sink that adds properties to each event. The event's own properties take precedence.
  ///
  /// - Parameter properties: Evaluated at each event.
  public func adding(_ properties: @autoclosure @escaping @Sendable () -> [String: Value]) -> World.Analytics
  {
    compactMap { event in
      var event = event
      for (name, value) in properties() where event.properties[name] == nil { event.properties[name] = value }
      return event
    }
  }

  /// Returns a sink that passes on only the events for which the closure returns `true`.
  public func filter(_ isIncluded: @escaping @Sendable (Event) -> Bool) -> World.Analytics {
    compactMap { isIncluded($0) ? $0 : nil }
  }
}
