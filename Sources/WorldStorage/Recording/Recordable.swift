// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// A service that can be recorded: it says once how.
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
  /// The memberwise initializer asks about each function that is added later. One that is passed on as it is isn't recorded: in
  /// a replay it is the mock's.
  public protocol Recordable: Service {
    /// This service, with functions that the recorder wraps.
    func recorded(by recorder: Recorder) -> Self
  }

  /// This world, with what is read of it recorded: dates, zones, random numbers, identifiers, sleeps, settings, events, and the calls
  /// of ``Recordable`` services, also of those that are built later.
  ///
  /// What is assigned in the scope afterwards isn't recorded. Inside of a recorded call, nothing is.
  ///
  /// ```swift
  /// let recorder = World.Recorder(of: "order", by: "Shop 4.2", keepingSettings: .nothing, keepingEvents: .nothing)
  /// try await withWorld(Current.recorded(by: recorder)) { try await respond(to: incoming) }
  /// try recorder.write(to: "order.jsonl")
  /// ```
  ///
  /// ``Recorder/run(isolation:_:)`` does both when the operation fails.
  public func recorded(by recorder: Recorder) -> World {
    var world = self
    // It is recorded once.
    if self[Recorders.self].all.contains(where: { $0.target.object === recorder.target.object }) {
      return self
    }
    let recorder = recorder.of(self)
    world.wrapClosures { $0.wrap(by: recorder) }
    world.services.wrap { build in
      // What a mock reads when it is built isn't the program's.
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
    // Else it is made of both.
    if recorder.isReplaying || origins.calendar != Origin(.live) {
      let calendar = recorder.function("calendar", .soft, keeping: Recorder.Keeping<(), Calendar?>.all)
      explicitCalendar = { [explicitCalendar] locale, timezone in
        // It throws nothing.
        try? calendar.call { explicitCalendar(locale, timezone) }
      }
    }
    uuid = recorder("uuid", keeping: .all, uuid)
    random = RandomSource(recorder.random(random.next))
    sleep = recorder.sleep(sleep)
    analytics = recorder.analytics(analytics)
    settings = recorder.settings(settings)
  }

  /// A value that comes from outside, such as a request: recorded, and in a replay the recorded one.
  ///
  /// ```swift
  /// let headers = try Current.input("headers", keeping: .nothing) { incoming.headers }
  /// ```
  ///
  /// Where nothing is recorded it is what the closure returns.
  ///
  /// - Parameters:
  ///   - name: Its name in the recording.
  ///   - keeping: What is kept of it. If that is nothing, a replay calls the closure.
  ///   - value: Makes the value.
  /// - Throws: What the closure throws, and in a replay what it threw.
  public func input<Value: Sendable>(
    _ name: String, keeping: Recorder.Keeping<(), Value>, _ value: () throws -> Value
  ) throws -> Value {
    try input("input." + name, keeping, self[Recorders.self].all[...], value)
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

  /// What records this world, or replays a recording in it: the innermost.
  package var recorder: Recorder? { self[Recorders.self].all.last }
}

private struct Recorders: World.LiveService, World.HiddenService {
  var all: [World.Recorder] = []

  static var live: Recorders { Recorders() }
  static var mock: Recorders { Recorders() }
}
