// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// A time, a place and a language in which programs often fail, and why.
  ///
  /// ```swift
  /// @Test(arguments: World.edgeCases)
  /// func theGreetingFits(edgeCase: World.EdgeCase) {
  ///   withWorld(edgeCase.world) {
  ///     #expect(GreetingBuilder.build().text.count < 40)
  ///   }
  /// }
  /// ```
  ///
  /// A test's output names the case by its reason.
  public struct EdgeCase: Sendable, Equatable, Identifiable, CustomStringConvertible {
    /// What the case tests, in a few words. It is unique.
    public let reason: String
    /// The time.
    public let date: Date
    /// The identifier of the time zone.
    public let timezone: String
    /// The identifier of the locale, which may name a calendar and digits.
    public let locale: String

    /// Creates a case of your own, in addition to ``World/edgeCases``.
    public init(_ reason: String, date: Date, timezone: String, locale: String) {
      self.reason = reason
      self.date = date
      self.timezone = timezone
      self.locale = locale
    }

    /// The reason, which also names the case.
    public var id: String { reason }
    /// The reason.
    public var description: String { reason }

    /// A mock world with this date, time zone and locale. Each read creates a new one.
    ///
    /// If the system doesn't have the time zone, GMT is used.
    public var world: World {
      var world = World.mock(at: date)
      let zone = TimeZone(identifier: timezone) ?? .gmt
      world.timezone = { zone }
      let locale = Locale(identifier: locale)
      world.locale = { locale }
      return world
    }
  }

  /// Times, places and languages in which programs often fail: zones and their changes, dates, languages, scripts and
  /// calendars. The tests of `WorldMocks` check that each is what its reason says.
  ///
  /// **Cost.** A list of values; a world is built when ``EdgeCase/world`` is read.
  public static let edgeCases: [EdgeCase] = EdgeCase.zones + EdgeCase.dates + EdgeCase.languages
}

extension Date {
  /// Returns a date in GMT, in Foundation's Gregorian calendar, which is Julian before 1582.
  static func utc(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 0, _ second: Int = 0
  ) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    return calendar.date(from: components) ?? .distantPast
  }
}
