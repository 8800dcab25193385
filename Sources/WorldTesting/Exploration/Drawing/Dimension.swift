import Foundation
import World
import WorldSimulation

/// One of the ways in which runs differ: all that an exploration knows of it. ``all`` declares them.
struct Dimension: Sendable {
  /// Its bit in a set.
  let option: World.Exploration.Dimensions
  /// Its name in a report; `nil` if it is a part of the one before.
  let name: String?
  /// What a token's fields of it begin with.
  let field: UInt64
  /// Whether a draw differs in it from the starting world.
  let isDrawn: @Sendable (Draw) -> Bool
  /// Makes a draw in it as the starting world.
  let clear: @Sendable (inout Draw) -> Void
  /// How a draw differs in it from the starting world, in words.
  let words: @Sendable (Draw, World.Exploration.Report) -> [String]
  /// Adds its fields to a token.
  let write: @Sendable (Draw, inout TokenBytes) -> Void
  /// Reads one of its fields from a token; `false` if that is none.
  let read: @Sendable (inout Draw, inout TokenBytes) -> Bool

  /// Whether it is a value of the world, drawn before a run. The others are rows of choices, made while it runs.
  var isOfWorld = false
  /// Draws a value, or none; an edge case has some values that break programs together.
  var draw: @Sendable (inout Draw, inout SplitMix, World.EdgeCase?) -> Void = { _, _, _ in }
  /// What shrinking tries one after the other: draws with a simpler value, the simplest first.
  var simpler: [@Sendable (Draw) -> [Draw]] = []
  /// The rows of choices that a draw has.
  var rows: @Sendable (Draw) -> [WritableKeyPath<Draw, Choices>] = { _ in [] }
  /// Makes a world as it is in a run, and notes what the run reads of it.
  var apply: @Sendable (inout World, Draw, Scheduler) -> Void = { _, _, _ in }

  static func field(_ option: World.Exploration.Dimensions) -> UInt64 {
    UInt64(option.rawValue.trailingZeroBitCount) + 1
  }

  /// A dimension that is a value of the world.
  ///
  /// - Parameters:
  ///   - value: Where a draw has it; `nil` there is the value of the starting world.
  ///   - explanation: What is special about a value, for somebody in a time zone.
  ///   - apply: Is also called where nothing was drawn, to note reads.
  static func value<Value: TokenValue & Equatable & Sendable>(
    _ option: World.Exploration.Dimensions, _ name: String?, field: UInt64? = nil,
    _ value: WritableKeyPath<Draw, Value?> & Sendable,
    words: @escaping @Sendable (Value) -> String,
    explanation: @escaping @Sendable (Value, TimeZone) -> String? = { _, _ in nil },
    draw: @escaping @Sendable (inout SplitMix, World.EdgeCase?, Draw) -> Value?,
    simpler: [@Sendable (Value) -> [Value]],
    apply: @escaping @Sendable (inout World, Value?, Scheduler) -> Void
  ) -> Dimension {
    let field = field ?? Dimension.field(option)
    return Dimension(
      option: option, name: name, field: field,
      isDrawn: { $0[keyPath: value] != nil },
      clear: { $0[keyPath: value] = nil },
      words: { draw, report in
        guard let drawn = draw[keyPath: value] else { return [] }
        let zone = draw.timezone.flatMap { TimeZone(identifier: $0) } ?? report.timeZone ?? .gmt
        return [[words(drawn), explanation(drawn, zone)].compactMap { $0 }.joined(separator: ", ")]
      },
      write: { draw, bytes in
        guard let drawn = draw[keyPath: value] else { return }
        bytes.add(field)
        drawn.write(to: &bytes)
      },
      read: { draw, bytes in
        draw[keyPath: value] = Value(from: &bytes)
        return draw[keyPath: value] != nil
      },
      isOfWorld: true,
      draw: { $0[keyPath: value] = draw(&$1, $2, $0) },
      simpler: simpler.map { simpler in
        { draw in
          guard let drawn = draw[keyPath: value] else { return [] }
          return simpler(drawn).prefix { $0 != drawn }.map { simpler in
            var draw = draw
            draw[keyPath: value] = simpler
            return draw
          }
        }
      },
      apply: { world, draw, run in apply(&world, draw[keyPath: value], run) })
  }

  /// A dimension that is one row of choices.
  static func row(
    _ option: World.Exploration.Dimensions, _ name: String, _ row: WritableKeyPath<Draw, Choices> & Sendable,
    words: @escaping @Sendable (Choices, StepLog?) -> [String]
  ) -> Dimension {
    Dimension(
      option: option, name: name, field: field(option),
      isDrawn: { !$0[keyPath: row].isEmpty },
      clear: { $0[keyPath: row] = Choices() },
      words: { words($0[keyPath: row], $1.stepLog) },
      write: { draw, bytes in
        if draw[keyPath: row].isEmpty { return }
        bytes.add(field(option))
        draw[keyPath: row].write(to: &bytes)
      },
      read: { draw, bytes in
        guard let choices = Choices(from: &bytes) else { return false }
        draw[keyPath: row] = choices
        return true
      },
      rows: { $0[keyPath: row].isEmpty ? [] : [row] })
  }
}

extension World.Exploration.Dimensions {
  /// Those that are values of the world.
  static let ofWorld = union(of: Dimension.all.filter { $0.isOfWorld })

  /// A set of some dimensions.
  static func union(of dimensions: [Dimension]) -> World.Exploration.Dimensions {
    dimensions.reduce(into: []) { $0.formUnion($1.option) }
  }
}
