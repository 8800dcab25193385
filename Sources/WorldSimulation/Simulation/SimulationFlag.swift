// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A flag that simulates a part of a world, with its variable and its member of a `baggage` header.
enum SimulationFlag: String, CaseIterable, CodingKey {
  case locale, timezone, calendar, date, clock, seed

  /// `--locale`, or with the prefix `sim-` `--sim-locale`
  func spelling(prefix: String = "") -> String { "--" + prefix + rawValue }

  /// `WORLD_LOCALE`
  var variable: String { "WORLD_" + rawValue.uppercased() }

  /// `world.locale`
  var member: String { "world." + rawValue }

  /// A valid value.
  var example: String { declaration.example }

  init?(_ name: String, after prefix: String) {
    guard name.hasPrefix(prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(prefix.count)))
  }

  /// The definition of a flag, for reading, writing, the help and the completions.
  struct Declaration {
    /// The value's placeholder in the help.
    var placeholder: String
    /// A valid value.
    var example: String
    /// A short description.
    var summary: String
    /// The description in the help.
    var help: [String]
    /// The values that a shell completes; `nil` to complete the example, if they can't be listed.
    var values: ((FoundationNames) -> [String])?
    /// Reads a value into a simulation.
    var read: (String, SimulationReader, inout World.Simulation) throws(InvalidValue) -> Void
    /// Returns the value of a simulation; `nil` if the part isn't simulated.
    var text: (World.Simulation) -> String?
  }

  var declaration: Declaration {
    switch self {
    case .locale:
      Declaration(
        placeholder: "ID", example: "fr_FR", summary: "language and region",
        help: ["language and region, such as fr_FR or ar_EG"],
        values: { inOrder($0.locales.filter { !$0.isEmpty }) },
        read: { text, reader, simulation throws(InvalidValue) in
          simulation.locale = try LocaleParser(names: reader.names).parse(text)
        },
        text: { $0.locale?.identifier })
    case .timezone:
      Declaration(
        placeholder: "ID", example: "Asia/Tokyo", summary: "time zone",
        help: ["such as Asia/Tokyo, America/New_York or UTC"],
        values: { inOrder($0.timezones) },
        read: { text, reader, simulation throws(InvalidValue) in
          simulation.timezone = try TimeZoneParser(names: reader.names).parse(text)
        },
        text: { $0.timezone?.name })
    case .calendar:
      Declaration(
        placeholder: "ID", example: "buddhist", summary: "calendar",
        help: ["one of those below; else the locale's"],
        values: { _ in Calendar.Identifier.supported.map(\.name) },
        read: { text, _, simulation throws(InvalidValue) in
          simulation.calendar = try CalendarParser.parse(text)
        },
        text: { $0.calendar?.name })
    case .date:
      Declaration(
        placeholder: "DATE", example: "2024-02-29T23:59:59Z", summary: "date, as ISO 8601",
        help: ["see below"],
        read: { text, reader, simulation throws(InvalidValue) in
          let date = try reader.dates(in: simulation.timezone).parse(text)
          // The date moves like the inherited one.
          simulation.date = TimeMachine.Anchor(
            date: date, realDate: reader.now ?? date, motion: simulation.date?.motion ?? .frozen)
        },
        text: { $0.date?.date.iso8601 })
    case .clock:
      Declaration(
        placeholder: "frozen|ticking|60x", example: "60x", summary: "how the date moves",
        help: ["how the date moves: not at all, as real time", "does, or 60 times as fast"],
        values: { _ in ["frozen", "ticking", "60x", "600x", "3600x"] },
        read: { text, reader, simulation throws(InvalidValue) in
          let (motion, anchor) = try ClockParser.parse(text)
          let date = simulation.date
          guard let real = anchor ?? reader.now ?? (motion == .frozen ? date?.date : nil) else {
            let example = date?.date.iso8601 ?? SimulationFlag.date.example
            throw InvalidValue(reason: "needs an anchor, such as 60x@\(example)")
          }
          // The clock continues from the inherited date.
          simulation.date = TimeMachine.Anchor(
            date: date?.date(at: real) ?? real, realDate: real, motion: motion)
        },
        text: { $0.date?.clockText })
    case .seed:
      Declaration(
        placeholder: "N", example: "42", summary: "seed for random numbers",
        help: ["seed for random numbers, a whole number"],
        read: { text, _, simulation throws(InvalidValue) in simulation.seed = try SeedParser.parse(text) },
        text: { $0.seed.map { String($0) } })
    }
  }
}

extension World.Simulation {
  /// A set of World's flags: the ones that a program has.
  ///
  /// ```swift
  /// let (simulation, arguments) = World.Simulation.readOrExit(flags: [.locale, .timezone])
  /// ```
  ///
  /// The program may have flags of its own with the other names, such as `--date`. Variables and headers don't change.
  public struct Flags: OptionSet, Sendable {
    /// A bit for each flag.
    public let rawValue: Int

    /// Creates a set of flags from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    private init(_ flag: SimulationFlag) {
      rawValue = 1 << (SimulationFlag.allCases.firstIndex(of: flag) ?? 0)
    }

    /// `--locale`
    public static let locale = Flags(.locale)
    /// `--timezone`
    public static let timezone = Flags(.timezone)
    /// `--calendar`
    public static let calendar = Flags(.calendar)
    /// `--date`
    public static let date = Flags(.date)
    /// `--clock`
    public static let clock = Flags(.clock)
    /// `--seed`
    public static let seed = Flags(.seed)
    /// All of them.
    public static let all: Flags = [.locale, .timezone, .calendar, .date, .clock, .seed]

    /// Returns these flags, and their spellings with a prefix: `--sim-locale`.
    func spellings(prefix: String) -> [(flag: SimulationFlag, spelling: String)] {
      SimulationFlag.allCases.filter { contains(Flags($0)) }.map { ($0, $0.spelling(prefix: prefix)) }
    }
  }

  /// The variables that tests read. Programs inherit them from tests.
  package static let testVariables =
    ["WORLD_DETERMINISM", "WORLD_RUNTIME"]
    + ["", "_SECONDS", "_SHARD", "_REPORT"].map { "WORLD_EXPLORE" + $0 }

  /// The spellings of all flags.
  package static var flags: [String] { SimulationFlag.allCases.map { $0.spelling() } }

  /// Returns a description of the flags for a program's `--help`, indented by two columns. It ends with a line break.
  ///
  /// - Parameters:
  ///   - flags: The flags.
  ///   - prefix: The prefix of their names: `sim-` for `--sim-locale`.
  public static func help(flags: Flags = .all, prefix: String = "") -> String {
    let width = 31 + prefix.count
    var usages = ""
    for (flag, spelling) in flags.spellings(prefix: prefix) {
      let usage = "  \(spelling) \(flag.declaration.placeholder)"
      usages += usage + String(repeating: " ", count: width - usage.count)
      usages += flag.declaration.help.joined(separator: "\n" + String(repeating: " ", count: width)) + "\n"
    }
    let dates = """
        Dates; without an offset in the simulated time zone, else in the user's:
          2024-02-29T23:59:59Z       ISO 8601, also 20240229T235959+0900,
                                     2024-02-29, 2024-W09-4 and 2024-060
          1709251199                 Unix time
          tomorrow 9am               [today|tomorrow|yesterday|a date] and a time:
                                     9am, 9:30 pm, 21:30, noon, midnight
          now, now+3d, -1w2d, 2h ago, in 90 min
                                     units: s min h d w months y

      """
    var calendars = "  Calendars:"
    for (index, calendar) in Calendar.Identifier.supported.enumerated() {
      calendars += ([0, 8, 14].contains(index) ? "\n    " : " ") + calendar.name
    }
    return usages + (flags.contains(.date) ? dates : "") + (flags.contains(.calendar) ? calendars + "\n" : "")
      + "  The variables WORLD_LOCALE, WORLD_TIMEZONE and so on do the same. Flags win.\n"
  }
}
