import World

/// A part of a world that can be simulated, and what it is called where.
enum SimulatedPart: String, CaseIterable, Sendable {
  case locale
  case timezone
  case calendar
  case date
  case clock
  case seed

  /// `--locale`
  var flag: String { "--" + rawValue }

  /// `WORLD_LOCALE`
  var variable: String { "WORLD_" + rawValue.uppercased() }

  /// `world.locale`, a member's key in a `baggage` header.
  var member: String { "world." + rawValue }

  init?(flag: String) {
    guard flag.hasPrefix("--") else { return nil }
    self.init(rawValue: String(flag.dropFirst(2)))
  }

  init?(member: String) {
    guard member.hasPrefix("world.") else { return nil }
    self.init(rawValue: String(member.dropFirst(6)))
  }

  /// A value.
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
