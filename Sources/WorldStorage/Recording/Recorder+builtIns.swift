// SPDX-License-Identifier: MIT

import Foundation
import World

extension World.Recorder {
  /// Wraps the functions that read the time. A read of the clock records the date.
  func time(of world: inout World) {
    let (date, elapsed) = (world.date, world.elapsed.now)
    switch target {
    case .log(let log):
      let (dateNumber, clockNumber) = (log.number(of: "date"), log.number(of: "clock"))
      world.date = {
        let date = date()
        if !Inside.isIn(log) { log.add(dateNumber, at: date) }
        return date
      }
      world.elapsed.now = {
        let now = elapsed()
        if !Inside.isIn(log) { log.add(clockNumber, at: date()) }
        return now
      }
    case .replay(let replay):
      world.date = {
        let recorded = Inside.isIn(replay) ? nil : replay.begin("date", .soft, arguments: [])
        return recorded?.date ?? date()
      }
      // In a replay, the clock is the time machine's.
      world.elapsed.now = {
        if !Inside.isIn(replay) { _ = replay.begin("clock", .soft, arguments: []) }
        return elapsed()
      }
    }
  }

  func random(_ next: @escaping @Sendable () -> UInt64) -> @Sendable () -> UInt64 {
    guard case .log(let log) = target else { return self("random", keeping: .all, next) }
    let number = log.number(of: "random")
    return {
      let bits = next()
      if !Inside.isIn(log) { log.add(number, number: bits) }
      return bits
    }
  }

  /// Wraps a read of a value. A part of the value is kept, and a replay restores the value from it.
  func read<Value: Sendable, Kept: Codable & Sendable>(
    _ name: String, _ value: @escaping @Sendable () -> Value, keep: @escaping @Sendable (Value) -> Kept,
    restore: @escaping @Sendable (Kept) -> Value?
  ) -> @Sendable () -> Value {
    let function = self.function(name, .soft, keeping: Keeping<(), Kept>.all)
    return {
      guard let call = function.begin([]) else { return value() }
      if let kept: Kept = function.replayedResult(call), let value = restore(kept) { return value }
      let value = Inside.$current.withValue(function.inside, operation: value)
      function.end(call, keep(value))
      return value
    }
  }

  func sleep(
    _ sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> @Sendable (Duration) async throws -> Void {
    let seconds = Keeping<Duration, Void>.redacted(arguments: { $0 / .seconds(1) }, errors: true)
    return recorded(by: function("sleep", .sleep, keeping: seconds), sleep)
  }

  func settings(_ settings: World.Settings) -> World.Settings {
    let kept = self.settings
    let written = Keeping<(String, World.Settings.StoredValue?), Void>(
      arguments: { name, value in
        let name = kept.arguments.map { $0(name) } ?? name
        return name.map { [AnyEncodable(value: $0), AnyEncodable(value: kept.result(value))] }
      }, result: { _ in nil }, keepsErrors: false)
    return World.Settings(
      read: recorded(by: function("settings.read", .soft, keeping: kept), settings.read),
      write: recorded(by: function("settings.write", .output, keeping: written), settings.write))
  }

  func analytics(_ analytics: World.Analytics) -> World.Analytics {
    World.Analytics(
      track: recorded(by: function("analytics.track", .output, keeping: events), analytics.track))
  }
}

// MARK: - Codable

extension World.Settings.StoredValue: Codable {
  private enum CodingKeys: CodingKey { case bool, int, double, string, data, date }

  /// Encodes the value with its type: `{"int":3}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .bool(let value): try container.encode(value, forKey: .bool)
    case .int(let value): try container.encode(value, forKey: .int)
    case .double(let value): try container.encode(value, forKey: .double)
    case .string(let value): try container.encode(value, forKey: .string)
    case .data(let value): try container.encode(value, forKey: .data)
    case .date(let value): try container.encode(value, forKey: .date)
    }
  }

  /// Decodes a value with its type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch container.allKeys.first {
    case .bool: self = .bool(try container.decode(Bool.self, forKey: .bool))
    case .int: self = .int(try container.decode(Int.self, forKey: .int))
    case .double: self = .double(try container.decode(Double.self, forKey: .double))
    case .string: self = .string(try container.decode(String.self, forKey: .string))
    case .data: self = .data(try container.decode(Data.self, forKey: .data))
    case .date: self = .date(try container.decode(Date.self, forKey: .date))
    case nil:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The type of the value is missing."))
    }
  }
}

extension World.Analytics.Event: Encodable {
  private enum CodingKeys: CodingKey { case name, properties }

  /// Encodes name and properties.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(properties, forKey: .properties)
  }
}

extension World.Analytics.Value: Encodable {
  /// Encodes the value alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    }
  }
}
