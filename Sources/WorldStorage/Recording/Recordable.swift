// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// A service whose calls can be recorded.
  ///
  /// ```swift
  /// struct Rates: World.Recordable {
  ///   var rate: @Sendable (_ currency: String) async throws -> Double
  ///   static var mock: Rates { Rates(rate: { _ in 1 }) }
  ///
  ///   func recorded(by recorder: World.Recorder) -> Rates {
  ///     Rates(rate: recorder("rate", keeping: .all, rate))
  ///   }
  /// }
  /// ```
  ///
  /// The memberwise initializer requires each function that is added later. A function that isn't wrapped isn't recorded: a replay
  /// calls the mock's.
  public protocol Recordable: Service {
    /// Returns this service with functions that the recorder wraps.
    func recorded(by recorder: Recorder) -> Self
  }

  /// Returns a copy of this world that records its use: dates, zones, random numbers, identifiers, sleeps, settings, events, and
  /// the calls of ``Recordable`` services, even if they are built later.
  ///
  /// Values that are assigned in the scope afterwards aren't recorded. Inside of a recorded call, nothing is.
  ///
  /// ```swift
  /// let recorder = World.Recorder(of: "order", by: "Shop 4.2", keepingSettings: .nothing, keepingEvents: .nothing)
  /// try await withWorld(Current.recorded(by: recorder)) { try await respond(to: incoming) }
  /// try recorder.write(to: "order.jsonl")
  /// ```
  ///
  /// ``Recorder/run(isolation:_:)`` records an operation, and writes a file if it fails.
  public func recorded(by recorder: Recorder) -> World {
    var world = self
    // Each recorder wraps a world once.
    if self[Recorders.self].all.contains(where: { $0.target.object === recorder.target.object }) {
      return self
    }
    let recorder = recorder.of(self)
    world.wrapClosures { $0.wrap(by: recorder) }
    world.wrapServices { build in
      // Reads by a mock while it is built aren't the program's.
      recorder.withoutRecording(build).changed { service in
        guard let recordable = service as? any Recordable else {
          if case .replay(let replay) = recorder.target, !(service is any HiddenService) {
            replay.noteUnrecorded(typeName(type(of: service)))
          }
          return service
        }
        return recordable.recorded(by: recorder.named(serviceName(type(of: recordable)) + "."))
      }
    }
    return world
  }

  private mutating func wrap(by recorder: Recorder) {
    self[Recorders.self].all.append(recorder)
    recorder.time(of: &self)
    timezone = recorder.read("timezone", timezone, keep: \.identifier) { TimeZone(identifier: $0) }
    locale = recorder.read("locale", locale, keep: \.identifier) { Locale(identifier: $0) }
    // Otherwise, the calendar is derived from both.
    if recorder.isReplaying || isAssigned(.calendar) {
      let calendar = recorder.function("calendar", .soft, keeping: Recorder.Keeping<(), Calendar?>.all)
      explicitCalendar = { [explicitCalendar] locale, timezone in
        // The closure doesn't throw.
        try? calendar.call { explicitCalendar(locale, timezone) }
      }
    }
    uuid = recorder("uuid", keeping: .all, uuid)
    random = RandomSource(recorder.random(random.next))
    sleep = recorder.sleep(sleep)
    analytics = recorder.analytics(analytics)
    settings = recorder.settings(settings)
  }

  /// Returns a value from outside, such as a request, and records it. A replay returns the recorded value.
  ///
  /// ```swift
  /// let headers = try Current.input("headers", keeping: .nothing) { incoming.headers }
  /// ```
  ///
  /// If nothing is recorded or replayed, returns the closure's value.
  ///
  /// - Parameters:
  ///   - name: Its name in the recording.
  ///   - keeping: What is kept of the value. If nothing is kept, a replay calls the closure.
  ///   - value: Returns the value.
  /// - Throws: The error of the closure; in a replay, the recorded error.
  public func input<Value: Sendable>(
    _ name: String, keeping: Recorder.Keeping<(), Value>, _ value: () throws -> Value
  ) throws -> Value {
    try input("input." + name, keeping, self[Recorders.self].all[...], value)
  }

  /// Returns a value from outside that takes time to come, such as the body of a request, and records it. See the synchronous
  /// form, which the compiler prefers for a closure that doesn't wait. A replay returns the recorded value when everything that was
  /// recorded before it has happened.
  @_disfavoredOverload
  public func input<Value: Sendable>(
    _ name: String, keeping: Recorder.Keeping<(), Value>,
    _ value: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let recorded = self[Recorders.self].all.reduce(value) { value, recorder in
      recorder.recorded(by: recorder.function("input." + name, keeping: keeping), value)
    }
    return try await recorded()
  }

  private func input<Value: Sendable>(
    _ name: String, _ keeping: Recorder.Keeping<(), Value>, _ recorders: ArraySlice<Recorder>,
    _ value: () throws -> Value
  ) throws -> Value {
    guard let innermost = recorders.last else { return try value() }
    return try innermost.function(name, keeping: keeping).call {
      try input(name, keeping, recorders.dropLast(), value)
    }
  }

  /// The innermost recorder that records this world, or replays a recording in it.
  package var recorder: Recorder? { self[Recorders.self].all.last }
}

private struct Recorders: World.LiveService, World.HiddenService {
  var all: [World.Recorder] = []

  static var live: Recorders { Recorders() }
  static var mock: Recorders { Recorders() }
}
