// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// A dimension in which runs differ, and all that an exploration knows of it. ``all`` declares them.
struct DimensionDefinition: Sendable {
  /// Its bit in a set.
  let option: World.Exploration.Dimensions
  /// Its name in a report; `nil` if it is part of another dimension.
  let name: String?
  /// The number with which its fields in a token begin.
  let field: UInt64
  /// Whether an input differs in it from the starting world.
  let differs: @Sendable (RunInput) -> Bool
  /// Resets an input to the starting world in this dimension.
  let clear: @Sendable (inout RunInput) -> Void
  /// Describes how an input differs in it from the starting world.
  let words: @Sendable (RunInput, World.Exploration.Report) -> [String]
  /// Adds its fields to a token.
  let write: @Sendable (RunInput, inout TokenBytes) -> Void
  /// Reads one of its fields from a token; returns `false` if the field is invalid.
  let read: @Sendable (inout RunInput, inout TokenBytes) -> Bool

  /// Whether it is a value of the world, generated before a run. The others are rows of choices, made during the run.
  var isOfWorld = false
  /// Generates a value, or none. An edge case has several values that break programs together.
  var generate: @Sendable (inout RunInput, inout SplitMix, World.EdgeCase?) -> Void = { _, _, _ in }
  /// The inputs that shrinking tries one after the other, with a simpler value, the simplest first.
  var simpler: [@Sendable (RunInput) -> [RunInput]] = []
  /// The rows of choices that an input has.
  var rows: @Sendable (RunInput) -> [WritableKeyPath<RunInput, Choices>] = { _ in [] }
  /// Applies an input to a run's world, and notes what the run reads of it.
  var apply: @Sendable (inout World, RunInput, Scheduler) -> Void = { _, _, _ in }

  static func field(_ option: World.Exploration.Dimensions) -> UInt64 {
    UInt64(option.rawValue.trailingZeroBitCount) + 1
  }

  /// Returns a dimension that is a value of the world.
  ///
  /// - Parameters:
  ///   - value: The value's place in an input, where `nil` is the value of the starting world.
  ///   - ofSystem: The words for a run that read it only from the system.
  ///   - explanation: What is special about a value, for somebody in a time zone.
  ///   - apply: Applies the value. It is also called if none was chosen, to note reads.
  static func value<Value: TokenValue & Equatable & Sendable>(
    _ option: World.Exploration.Dimensions, _ name: String?, field: UInt64? = nil,
    _ value: WritableKeyPath<RunInput, Value?> & Sendable, ofSystem: (@Sendable (String) -> String)? = nil,
    words: @escaping @Sendable (Value) -> String,
    explanation: @escaping @Sendable (Value, TimeZone) -> String? = { _, _ in nil },
    generate: @escaping @Sendable (inout SplitMix, World.EdgeCase?, RunInput) -> Value?,
    simpler: [@Sendable (Value) -> [Value]],
    apply: @escaping @Sendable (inout World, Value?, Scheduler) -> Void
  ) -> DimensionDefinition {
    let field = field ?? DimensionDefinition.field(option)
    return DimensionDefinition(
      option: option, name: name, field: field,
      differs: { $0[keyPath: value] != nil },
      clear: { $0[keyPath: value] = nil },
      words: { input, report in
        guard let chosen = input[keyPath: value] else { return [] }
        let zone = input.timezone.flatMap { TimeZone(identifier: $0) } ?? report.timezone ?? .gmt
        let text = [words(chosen), explanation(chosen, zone)].compactMap { $0 }.joined(separator: ", ")
        return [report.readsOfSystem.contains(option) ? ofSystem?(text) ?? text : text]
      },
      write: { input, bytes in
        guard let chosen = input[keyPath: value] else { return }
        bytes.add(field)
        chosen.write(to: &bytes)
      },
      read: { input, bytes in
        input[keyPath: value] = Value(from: &bytes)
        return input[keyPath: value] != nil
      },
      isOfWorld: true,
      generate: { $0[keyPath: value] = generate(&$1, $2, $0) },
      simpler: simpler.map { simpler in
        { input in
          guard let chosen = input[keyPath: value] else { return [] }
          return simpler(chosen).prefix { $0 != chosen }.map { simpler in
            var input = input
            input[keyPath: value] = simpler
            return input
          }
        }
      },
      apply: { world, input, run in apply(&world, input[keyPath: value], run) })
  }

  /// Returns a dimension that is chosen during a run, in one place of an input.
  ///
  /// - Parameter none: What is there if nothing was chosen.
  static func choice<Chosen: TokenValue & Equatable & Sendable>(
    _ option: World.Exploration.Dimensions, _ name: String?, field: UInt64? = nil,
    _ chosen: WritableKeyPath<RunInput, Chosen> & Sendable, none: Chosen,
    words: @escaping @Sendable (Chosen, DescribedRun?) -> [String],
    rows: @escaping @Sendable (RunInput) -> [WritableKeyPath<RunInput, Choices>] = { _ in [] }
  ) -> DimensionDefinition {
    let field = field ?? DimensionDefinition.field(option)
    return DimensionDefinition(
      option: option, name: name, field: field,
      differs: { $0[keyPath: chosen] != none },
      clear: { $0[keyPath: chosen] = none },
      words: { words($0[keyPath: chosen], $1.described) },
      write: { input, bytes in
        if input[keyPath: chosen] == none { return }
        bytes.add(field)
        input[keyPath: chosen].write(to: &bytes)
      },
      read: { input, bytes in
        guard let read = Chosen(from: &bytes) else { return false }
        input[keyPath: chosen] = read
        return true
      },
      rows: rows)
  }
}

extension World.Exploration.Dimensions {
  /// The dimensions that are values of the world.
  static let ofWorld = union(of: DimensionDefinition.all.filter { $0.isOfWorld })

  /// Returns a set of some dimensions.
  static func union(of dimensions: [DimensionDefinition]) -> World.Exploration.Dimensions {
    dimensions.reduce(into: []) { $0.formUnion($1.option) }
  }
}

extension World.Exploration {
  /// The dimensions in which the worlds of an exploration differ.
  public struct Dimensions: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// A bit for each dimension.
    public let rawValue: Int

    /// Creates dimensions from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The date when a run begins.
    public static let date = Dimensions(rawValue: 1 << 0)
    /// The user's time zone.
    public static let timezone = Dimensions(rawValue: 1 << 1)
    /// The user's language and region.
    public static let locale = Dimensions(rawValue: 1 << 2)
    /// The user's calendar.
    public static let calendar = Dimensions(rawValue: 1 << 3)
    /// The seed for random numbers. When a run fails, its random numbers are shrunk to the smallest values.
    public static let randomSeed = Dimensions(rawValue: 1 << 4)
    /// The identifiers that `World.uuid` returns.
    public static let identifiers = Dimensions(rawValue: 1 << 5)
    /// The order in which tasks run.
    public static let schedule = Dimensions(rawValue: 1 << 6)
    /// How much longer a sleep takes than requested.
    public static let durations = Dimensions(rawValue: 1 << 7)
    /// The faults that occur. See `World.Fault.point`.
    public static let faults = Dimensions(rawValue: 1 << 8)

    /// Time zone, locale and calendar.
    public static let place: Dimensions = [.timezone, .locale, .calendar]
    /// The date, and how long sleeps take.
    public static let time: Dimensions = [.date, .durations]
    /// Random numbers and identifiers.
    static let chance: Dimensions = [.randomSeed, .identifiers]
    /// All dimensions.
    public static let all = union(of: DimensionDefinition.all)

    /// The names, in a list: `date, time zone`.
    public var description: String { names.joined(separator: ", ") }

    /// The names of the dimensions.
    var names: [String] { DimensionDefinition.all.filter { contains($0.option) }.compactMap(\.name) }
  }
}
