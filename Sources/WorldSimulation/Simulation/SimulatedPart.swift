import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a world that can be simulated, and its names.
enum SimulatedPart: String, CaseIterable, Sendable {
  case locale
  case timezone
  case calendar
  case date
  case clock
  case seed

  /// `--locale`
  @inline(never)
  var flag: String { "--" + rawValue }

  /// `WORLD_LOCALE`
  @inline(never)
  var variable: String { "WORLD_" + rawValue.uppercased() }

  /// `world.locale`, a member's key in a `baggage` header.
  @inline(never)
  var member: String { "world." + rawValue }

  @inline(never)
  init?(_ name: String, after prefix: String) {
    guard name.hasPrefix(prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(prefix.count)))
  }

  /// A valid value.
  var example: String {
    switch self {
    case .locale: "fr_FR"
    case .timezone: "Asia/Tokyo"
    case .calendar: "buddhist"
    case .date: "2024-02-29T23:59:59Z"
    case .clock: "60x"
    case .seed: "42"
    }
  }
}

extension Simulation {
  /// The flags that are read.
  package static var flags: [String] { SimulatedPart.allCases.map(\.flag) }

  /// A description of the flags for a program's `--help`, indented by two columns. It ends with a line break.
  public static var help: String {
    var calendars = ""
    for (index, name) in Calendar.Identifier.supportedNames.enumerated() {
      calendars += [0, 8, 14].contains(index) ? "\n    " : " "
      calendars += name
    }
    return """
        --locale ID                  language and region, such as fr_FR or ar_EG
        --timezone ID                such as Asia/Tokyo, America/New_York or UTC
        --calendar ID                one of those below; else the locale's
        --date DATE                  see below
        --clock frozen|ticking|60x   how the date moves: not at all, as real time
                                     does, or 60 times as fast
        --seed N                     seed for random numbers, a whole number
        Dates; without an offset in the simulated time zone, else in the user's:
          2024-02-29T23:59:59Z       ISO 8601, also 20240229T235959+0900,
                                     2024-02-29, 2024-W09-4 and 2024-060
          1709251199                 Unix time
          tomorrow 9am               [today|tomorrow|yesterday|a date] and a time:
                                     9am, 9:30 pm, 21:30, noon, midnight
          now, now+3d, -1w2d, 2h ago, in 90 min
                                     units: s min h d w months y
        Calendars:\(calendars)
        The variables WORLD_LOCALE, WORLD_TIMEZONE and so on do the same. Flags win.

      """
  }
}
