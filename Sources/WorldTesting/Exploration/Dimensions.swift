// SPDX-License-Identifier: MIT

import World

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
