import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// Each case is what its reason says.
@Suite
struct EdgeCaseTests {
  typealias Case = World.EdgeCase

  private struct Fields: Equatable {
    var day: String
    var time: String
  }

  /// A date as a clock on the wall and a calendar beside it have it, in the current world.
  private func wall(_ offset: TimeInterval = 0) -> Fields {
    let parts = Current.calendar().dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: Current.date() + offset)
    func text(_ numbers: [Int?]) -> String { numbers.map { "\($0 ?? -1)" }.joined(separator: " ") }
    return Fields(
      day: text([parts.year, parts.month, parts.day]), time: text([parts.hour, parts.minute, parts.second]))
  }

  private var offset: Int { Current.timezone().secondsFromGMT(for: Current.date()) }
  private func offset(after seconds: TimeInterval) -> Int {
    Current.timezone().secondsFromGMT(for: Current.date() + seconds)
  }

  private var number: String { 1_234_567.formatted(.number.locale(Current.locale())) }

  @Test func thereAreAboutThirtyOfWhichNoTwoAreTheSame() {
    #expect((30...45).contains(World.edgeCases.count))
    #expect(Set(World.edgeCases.map(\.reason)).count == World.edgeCases.count)
    #expect(
      Set(World.edgeCases.map { "\($0.date) \($0.timezone) \($0.locale)" }).count == World.edgeCases.count)
  }

  @Test(arguments: World.edgeCases)
  func eachIsWhereItIsAndNamedByItsReason(edgeCase: World.EdgeCase) {
    #expect("\(edgeCase)" == edgeCase.reason)
    withWorld(edgeCase.world) {
      #expect(Current.date() == edgeCase.date)
      // Foundation knows the zone, by this name or by the one it is an alias of.
      #expect(TimeZone(identifier: edgeCase.timezone) == Current.timezone())
      #expect(Current.timezone() != .gmt || edgeCase.timezone == "GMT")
      #expect(Current.locale().identifier == edgeCase.locale)
      #expect(Current.calendar().timeZone == Current.timezone())
    }
  }

  @Test func eachMentionIsANewWorld() {
    #expect(Case.leapDay.world.uuid() == Case.leapDay.world.uuid())
  }

  // MARK: Zones

  @Test(
    arguments: [
      (.halfHourOffset, 5 * 60 + 30), (.negativeHalfHourOffset, -(2 * 60 + 30)),
      (.quarterHourOffset, 5 * 60 + 45), (.quarterHourOffsetWithSaving, 13 * 60 + 45),
      (.earliestZone, 14 * 60), (.latestZone, -12 * 60),
    ] as [(Case, Int)])
  func offsets(edgeCase: Case, minutes: Int) {
    withWorld(edgeCase.world) { #expect(offset == minutes * 60) }
  }

  @Test func itIsAnotherDayThere() {
    withWorld(Case.earliestZone.world) { #expect(wall().day == "2018 8 29") }
    withWorld(Case.latestZone.world) { #expect(wall() == Fields(day: "2018 8 27", time: "23 59 59")) }
  }

  @Test func theHourIsSkipped() {
    withWorld(Case.skippedHour.world) {
      #expect(wall().time == "1 59 59")
      #expect(wall(1).time == "3 0 0")
    }
  }

  @Test func theHourIsRepeated() {
    let first = withWorld(Case.repeatedHourFirst.world) { wall() }
    #expect(first == Fields(day: "2018 11 4", time: "1 30 0"))
    #expect(withWorld(Case.repeatedHourAgain.world) { wall() } == first)
    #expect(Case.repeatedHourAgain.date == Case.repeatedHourFirst.date + 3_600)
  }

  @Test func theDayIsSkipped() {
    withWorld(Case.skippedDay.world) {
      #expect(wall() == Fields(day: "2011 12 29", time: "23 59 59"))
      #expect(wall(1) == Fields(day: "2011 12 31", time: "0 0 0"))
    }
  }

  @Test func midnightDoesNotExist() {
    withWorld(Case.noMidnight.world) {
      #expect(wall(-1) == Fields(day: "2018 11 3", time: "23 59 59"))
      #expect(wall() == Fields(day: "2018 11 4", time: "1 0 0"))
      #expect(Current.calendar().startOfDay(for: Current.date() + 3_600) == Current.date())
    }
    for edgeCase in [Case.noMidnightInSpring, .noMidnightInTheWest, .noMidnightInTheAzores] {
      withWorld(edgeCase.world) {
        #expect(wall(-1).time == "23 59 59")
        #expect(wall().time == "1 0 0")
        #expect(Current.calendar().startOfDay(for: Current.date() + 3_600) == Current.date())
      }
    }
  }

  @Test func savings() {
    withWorld(Case.halfHourSaving.world) {
      #expect(wall().time == "1 59 59")
      #expect(wall(1).time == "2 30 0")
      #expect(Current.timezone().daylightSavingTimeOffset(for: Current.date() + 1) == 1_800)
    }
    withWorld(Case.twoHourSaving.world) {
      #expect(Current.timezone().daylightSavingTimeOffset(for: Current.date()) == 7_200)
    }
    withWorld(Case.clocksBackForRamadan.world) {
      #expect(offset == 3_600)
      #expect(offset(after: 1) == 0)
      #expect(wall(1).time == "2 0 0")
    }
  }

  // MARK: Dates

  @Test(
    arguments: [
      (.leapDay, "2024 2 29", "2024 3 1"), (.noLeapDay, "2100 2 28", "2100 3 1"),
      (.lastSecondOfYear, "2018 12 31", "2019 1 1"), (.before1970, "1969 12 31", "1970 1 1"),
      (.year9999, "9999 12 31", "10000 1 1"),
    ] as [(Case, String, String)])
  func aSecondLaterItIsAnotherDay(edgeCase: Case, day: String, next: String) {
    withWorld(edgeCase.world) {
      #expect(wall() == Fields(day: day, time: "23 59 59"))
      #expect(wall(1) == Fields(day: next, time: "0 0 0"))
    }
  }

  @Test func theFirstDayOfYear1() {
    withWorld(Case.year1.world) {
      #expect(wall().day == "1 1 1")
      #expect(Current.calendar().component(.era, from: Current.date() - 86_400) == 0)
    }
  }

  @Test func unixTimeLeavesItsBounds() {
    #expect(Case.before1970.date.timeIntervalSince1970 == -1)
    #expect(Case.after32Bits.date.timeIntervalSince1970 == Double(Int32.max) + 1)
  }

  @Test(
    arguments: [(.weekOfNextYear, 2018, 2019, 1), (.weekOfPreviousYear, 2021, 2020, 53)]
      as [(Case, Int, Int, Int)])
  func theWeekIsAnotherYears(edgeCase: Case, year: Int, yearOfWeek: Int, week: Int) {
    withWorld(edgeCase.world) {
      let parts = Current.calendar().dateComponents(
        [.year, .yearForWeekOfYear, .weekOfYear], from: Current.date())
      #expect(parts.year == year)
      #expect(parts.yearForWeekOfYear == yearOfWeek)
      #expect(parts.weekOfYear == week)
    }
  }

  // MARK: Languages

  @Test(arguments: [Case.rightToLeft, .arabicDigits, .persianCalendar, .ummAlQuraCalendar])
  func rightToLeft(edgeCase: Case) {
    withWorld(edgeCase.world) { #expect(Current.locale().language.characterDirection == .rightToLeft) }
  }

  @Test(
    arguments: [
      (.arabicDigits, "١٬٢٣٤٬٥٦٧"), (.devanagariDigits, "१२,३४,५६७"), (.persianCalendar, "۱٬۲۳۴٬۵۶۷"),
    ]
      as [(Case, String)])
  func digits(edgeCase: Case, text: String) {
    withWorld(edgeCase.world) { #expect(number == text) }
  }

  @Test func theTurkishI() {
    withWorld(Case.dotlessI.world) {
      #expect("i".uppercased(with: Current.locale()) == "İ")
      #expect("I".lowercased(with: Current.locale()) == "ı")
    }
  }

  @Test(
    arguments: [
      (.buddhistCalendar, .buddhist, "2561 8 28"), (.persianCalendar, .persian, "1397 6 6"),
      (.hebrewLeapMonth, .hebrew, "5784 6 11"), (.chineseLeapMonth, .chinese, "40 2 11"),
      (.ethiopicThirteenthMonth, .ethiopicAmeteMihret, "2010 13 3"),
      (.ummAlQuraCalendar, .islamicUmmAlQura, "1439 12 17"),
      (.islamicCivilCalendar, .islamicCivil, "1439 12 16"),
      (.firstDayOfReiwa, .japanese, "1 5 1"), (.lastDayOfHeisei, .japanese, "31 4 30"),
    ] as [(Case, Calendar.Identifier, String)])
  func calendars(edgeCase: Case, calendar: Calendar.Identifier, day: String) {
    withWorld(edgeCase.world) {
      #expect(Current.calendar().identifier == calendar)
      #expect(wall().day == day)
    }
  }

  @Test func leapMonths() {
    withWorld(Case.hebrewLeapMonth.world) {
      // Adar I is there in leap years alone; in others the sixth month is left out.
      let months = Current.calendar().range(of: .month, in: .year, for: Current.date())
      #expect(months?.count == 13)
    }
    withWorld(Case.chineseLeapMonth.world) {
      #expect(Current.calendar().dateComponents([.month], from: Current.date()).isLeapMonth == true)
    }
  }

  @Test func theEraChanges() {
    let last = withWorld(Case.lastDayOfHeisei.world) { wall(1) }
    withWorld(Case.firstDayOfReiwa.world) {
      #expect(wall() == last)
      #expect(wall() == Fields(day: "1 5 1", time: "0 0 0"))
      let eras = [-1, 0].map { Current.calendar().component(.era, from: Current.date() + $0) }
      #expect(eras[1] == eras[0] + 1)
    }
  }

  @Test(arguments: [(.weekFromSaturday, 7), (.weekFromSunday, 1), (.weekFromMonday, 2)] as [(Case, Int)])
  func theFirstWeekday(edgeCase: Case, weekday: Int) {
    withWorld(edgeCase.world) { #expect(Current.calendar().firstWeekday == weekday) }
  }

  @Test func theSpaceBeforePM() {
    withWorld(Case.narrowNoBreakSpace.world) {
      var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: Current.locale())
      style.timeZone = Current.timezone()
      #expect(Current.date().formatted(style) == "5:27\u{202F}PM")
    }
  }
}
