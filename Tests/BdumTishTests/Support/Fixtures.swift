import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import BdumTish

/// The zone of a name that exists.
func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

/// An instant, or a moment in UTC.
func instant(_ text: String) throws -> Date {
  let simulation = try World.Simulation.read(
    arguments: ["--date", text], environment: [:], timezone: .gmt, now: Date()
  ).simulation
  return try #require(simulation.date).date
}

/// A command line, read as the app does.
func parse(_ words: [String]) throws -> (simulation: World.Simulation, arguments: Arguments) {
  let (simulation, rest) = try World.Simulation.read(
    arguments: words, environment: [:], timezone: .gmt, now: Date())
  return (simulation, try Arguments(rest, simulation))
}

/// A format for a locale, with its own calendar.
func localized(_ locale: String, in zoneName: String = "UTC") throws -> LocalizedFormat {
  let locale = Locale(identifier: locale)
  var calendar = locale.calendar
  calendar.timeZone = try zone(zoneName)
  return LocalizedFormat(
    worldLocale: locale, calendar: calendar, timeZone: calendar.timeZone,
    calendarName: calendar.identifier.name, timeZoneName: calendar.timeZone.name)
}

/// Random numbers that are all the lowest, or all the highest.
enum Luck: CaseIterable, Sendable {
  case lowest, highest

  var dice: Dice { self == .lowest ? .lowest : .highest }

  /// Calls a function in a mock world with them.
  func callAsFunction<Result>(_ operation: () throws -> Result) rethrows -> Result {
    let bits: UInt64 = self == .lowest ? 1 : .max
    return try withWorld(.mock.with { $0.random = World.RandomSource { bits } }) { try operation() }
  }
}

extension Dice {
  static let lowest = Dice { $0.lowerBound }
  static let highest = Dice { $0.upperBound }
}

extension Desk {
  /// A desk of a mock world's services, except those that are given.
  static func mock(
    computer: Computer = .mock, coffee: Coffee = .mock, boss: Boss = .mock, luck: Luck = .lowest
  ) -> Desk {
    Desk(
      computer: computer.name, coffee: coffee.kind, turnOn: { luck { computer.turnOn() } },
      drinkCup: { luck { coffee.drinkCup() } }, type: Keyboard.mock.type,
      report: { outcome in luck { boss.hear(outcome) } })
  }
}

extension DayViewModel {
  /// The joke that the punchline tells.
  var joke: Joke? {
    Joke.allCases.first { punchline == format.language.punchline(format.phrase(.joke($0))) }
  }

  /// A day of mocks, in which nobody listens.
  static func mock(
    _ desk: Desk = .mock(), at date: String = "2024-03-01T08:00:00Z", locale: String = "en_GB",
    zone: String = "UTC", dice: Dice = .lowest
  ) throws -> DayViewModel {
    DayViewModel(
      desk: desk, now: try instant(date), format: try localized(locale, in: zone), dice: dice,
      track: { _, _ in })
  }
}

extension DayText {
  var text: String { lines.map { $0 + "\n" }.joined() }
}
