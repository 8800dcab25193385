import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import BdumTish

/// A day can be told wherever and whenever programs break.
@Suite(.world(.mock))
struct EdgeCaseTests {
  /// Builds the day of a programmer in a world of the case's own, and lets a test look at it there.
  private func inWorld(
    of edgeCase: World.EdgeCase, _ programmer: Programmer, _ look: (DayViewModel) throws -> Void
  ) rethrows {
    var world = edgeCase.world
    world.computer = programmer.computer
    world.coffee = .caffeinated
    try withWorld(world) { try look(DayBuilder.build()) }
  }

  @Test(arguments: World.edgeCases, Programmer.allCases)
  func eventsAreInOrderAndOnTheDayOfThePlace(edgeCase: World.EdgeCase, programmer: Programmer) {
    inWorld(of: edgeCase, programmer) { day in
      #expect(day.now == edgeCase.date)
      let moments = day.events.map(\.moment)
      #expect(moments == moments.sorted())
      for moment in moments {
        #expect(Current.calendar().isDate(moment, inSameDayAs: edgeCase.date))
      }
    }
  }

  /// Whatever the script, the digits of a time are the minute and the hour that the place's clocks show.
  @Test(arguments: World.edgeCases, Programmer.allCases)
  func timesAreThoseOfThePlacesClocks(edgeCase: World.EdgeCase, programmer: Programmer) throws {
    try inWorld(of: edgeCase, programmer) { day in
      for event in day.events {
        let numbers = event.localTime.split { !$0.isWholeNumber }.compactMap { number in
          Int(number.compactMap(\.wholeNumberValue).map(String.init).joined())
        }
        let shown = Current.calendar().dateComponents([.hour, .minute], from: event.moment)
        let (hour, minute) = (try #require(shown.hour), try #require(shown.minute))
        // 5 PM is 17 o'clock, 12 AM none.
        #expect(
          numbers == [hour, minute] || numbers == [(hour + 11) % 12 + 1, minute], "\(event.localTime)")
      }
    }
  }

  @Test(arguments: World.edgeCases, Programmer.allCases)
  func digitsAreThoseOfTheLanguage(edgeCase: World.EdgeCase, programmer: Programmer) {
    inWorld(of: edgeCase, programmer) { day in
      let digits = Set((0...9).map { $0.formatted(.number.locale(day.format.locale)) }.joined())
      // The sentences have no digits of their own; a punchline may.
      let text = (day.remarks + day.events.flatMap { [$0.localTime, $0.detail] }).joined()
      #expect(digits.count == 10)
      #expect(Set(text.filter(\.isWholeNumber)).isSubset(of: digits))
    }
  }

  /// The label is of the day's first moment; it must say what the place's calendar says now.
  @Test(arguments: World.edgeCases, Programmer.allCases)
  func labelIsTodayAtThePlace(edgeCase: World.EdgeCase, programmer: Programmer) {
    inWorld(of: edgeCase, programmer) { day in
      let zone = edgeCase.timezone == "GMT" ? "UTC" : Current.timezone().identifier
      let today = edgeCase.date.formatted(
        Date.FormatStyle(
          date: .complete, time: .omitted, locale: day.format.locale, calendar: Current.calendar(),
          timeZone: Current.timezone()))
      let parts = day.subtitle.filter { !"\u{2068}\u{2069}".contains($0) }.split(separator: " · ")
      #expect(Set(parts.map(String.init)) == [zone, today])
      #expect(day.title.contains(programmer == .mac ? "Mac" : "PC"))
    }
  }

  /// It is said if the clocks change, and only then.
  @Test(arguments: World.edgeCases, Programmer.allCases)
  func lengthIsRemarkedWhereItIsUnusual(edgeCase: World.EdgeCase, programmer: Programmer) throws {
    try inWorld(of: edgeCase, programmer) { day in
      let local = LocalDay(containing: day.now, in: Current.timezone())
      let (start, end) = (local.start, local.end)
      let today = try #require(Current.calendar().dateInterval(of: .day, for: edgeCase.date))
      #expect(start == today.start)
      #expect(end == today.end)
      #expect(day.remarks.count == (end.timeIntervalSince(start) == 86_400 ? 0 : 1))
    }
  }

  @Test(arguments: World.edgeCases, Programmer.allCases)
  func noLineIsEmptyAndTimesLineUp(edgeCase: World.EdgeCase, programmer: Programmer) throws {
    try inWorld(of: edgeCase, programmer) { day in
      let texts = [day.title, day.subtitle, day.punchline] + day.remarks
      for text in texts + day.events.flatMap({ [$0.localTime, $0.title, $0.detail] }) {
        #expect(!text.filter { $0.isLetter || $0.isNumber }.isEmpty)
        #expect(text.filter(\.isNewline) == "")
      }
      let table = DayText(day, ink: Ink(isColored: false))
      let lines = day.events.indices.flatMap { table.eventLines($0, .past) }
      let columns = try zip(lines, day.events).map { line, event in
        String(line[..<(try #require(line.range(of: event.title)).lowerBound)]).displayWidth
      }
      #expect(columns.count == day.events.count)
      #expect(Set(columns).count == 1)
    }
  }

  @Test(arguments: World.edgeCases, Programmer.allCases)
  func whatIsToldTwiceIsTheSame(edgeCase: World.EdgeCase, programmer: Programmer) throws {
    var tellings: [[String]] = []
    for _ in 1...2 {
      try inWorld(of: edgeCase, programmer) { day in
        let text = { DayText(day, ink: Ink(isColored: true)).text }
        tellings += [[text(), try DayJSON(day).json()], [text(), try DayJSON(day).json()]]
      }
    }
    #expect(Set(tellings).count == 1)
  }

  /// What programs read are the same moments, at the offset that the place has then.
  @Test(arguments: World.edgeCases, Programmer.allCases)
  func programsReadTheSameMoments(edgeCase: World.EdgeCase, programmer: Programmer) throws {
    try inWorld(of: edgeCase, programmer) { day in
      let document = try Document(DayJSON(day).json())
      #expect(try document.events.map { try instant($0.time) } == day.events.map(\.moment))
      #expect(try instant(#require(document.world["date"])) == edgeCase.date)
      #expect(document.world["locale"] == edgeCase.locale)
      #expect(document.dayLengthHours == LocalDay(containing: day.now, in: Current.timezone()).hours)
    }
  }
}
