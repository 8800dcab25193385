// SPDX-License-Identifier: MIT

import World

extension World.Exploration {
  /// In what the worlds of an exploration differ.
  public struct Dimensions: OptionSet, Hashable, Sendable, CustomStringConvertible {
    /// A bit for each dimension.
    public let rawValue: Int

    /// The dimensions of some bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// What time it is when a run begins.
    public static let date = Dimensions(rawValue: 1 << 0)
    /// In which time zone the user is.
    public static let timezone = Dimensions(rawValue: 1 << 1)
    /// In which language and region the user lives.
    public static let locale = Dimensions(rawValue: 1 << 2)
    /// By which calendar the user counts days.
    public static let calendar = Dimensions(rawValue: 1 << 3)
    /// The seed for random numbers. When a run fails, they are shrunk to the smallest values.
    public static let randomSeed = Dimensions(rawValue: 1 << 4)
    /// The identifiers that `World.uuid` returns.
    public static let identifiers = Dimensions(rawValue: 1 << 5)
    /// In which order tasks run.
    public static let schedule = Dimensions(rawValue: 1 << 6)
    /// How much longer a sleep takes than requested.
    public static let durations = Dimensions(rawValue: 1 << 7)
    /// Which faults occur. See `World.Fault.point`.
    public static let faults = Dimensions(rawValue: 1 << 8)

    /// Time zone, locale and calendar.
    public static let place: Dimensions = [.timezone, .locale, .calendar]
    /// The date, and how long sleeps take.
    public static let time: Dimensions = [.date, .durations]
    /// Random numbers and identifiers.
    public static let chance: Dimensions = [.randomSeed, .identifiers]
    /// All of them.
    public static let all = union(of: DimensionDefinition.all)

    /// The names, in a list: `date, time zone`.
    public var description: String { names.joined(separator: ", ") }

    /// The names of those that it contains.
    var names: [String] { DimensionDefinition.all.filter { contains($0.option) }.compactMap(\.name) }
  }
}
