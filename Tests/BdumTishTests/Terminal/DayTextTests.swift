import Foundation
import Testing

@testable import BdumTish

struct DayTextTests {
  private func text(locale: String, isColored: Bool = false) throws -> String {
    let day = try DayViewModel.mock(at: "2024-09-12T08:00:00Z", locale: locale)
    return DayText(day, ink: Ink(isColored: isColored)).frames.map(\.text).joined()
  }

  @Test func looksAsItShould() throws {
    #expect(
      try text(locale: "fr_FR").replacing("\u{A0}", with: " ") == """
        The day of a Mock programmer
        UTC · jeudi 12 septembre 2024
        Happy Programmers' Day! It is day 256 of the year.

           6:30  Wakes up             The day is 6 heures et 30 minutes old.
           7:45  Drinks coffee        3 cups of mocha, caffeination 21. It takes more than 20.
           8:45  Turns the Mock on    It hums, after 1 seconde.
           9:30  Makes a plan         To do: one small fix, a rewrite et two tests.
          10:00  Codes like the wind  1\u{202F}200 lines in 2 heures.
          12:00  Has lunch            For 25 minutes, nothing can break.
          14:00  Drinks more coffee   Cups today: 4.
          15:00  Eats cake            The slices are numbered from 0 to 255.
          16:30  Tells the boss       “I heard: shipped.”
          17:30  Goes home            8 heures et 45 minutes after turning the Mock on.

        It ships on time: the time zone wasn't specified. Ba dum tish!

        """)
  }

  @Test(arguments: [
    "en_US", "fr_FR", "ja_JP", "ko_KR", "zh_Hant_TW", "ar_EG", "he_IL", "fa_IR", "th_TH", "hi_IN",
  ])
  func titlesLineUp(locale: String) throws {
    let day = try DayViewModel.mock(locale: locale)
    let lines = DayText(day, ink: Ink(isColored: false)).frames.map(\.text).dropFirst().dropLast()
    let columns = try zip(lines, day.events).map { line, event in
      let title = try #require(line.range(of: event.title))
      return String(line[..<title.lowerBound]).displayWidth
    }
    #expect(columns.count == day.events.count)
    #expect(Set(columns).count == 1)
  }

  /// A terminal takes a line's direction from its first strong letter outside of isolates.
  @Test(arguments: ["ar_EG", "he_IL", "fa_IR"])
  func linesRunFromLeftToRight(locale: String) throws {
    for line in try text(locale: locale).split(separator: "\n") {
      var depth = 0
      let outside = line.unicodeScalars.filter { scalar in
        if scalar == "\u{2068}" { depth += 1 }
        if scalar == "\u{2069}" { depth -= 1 }
        return depth == 0
      }
      #expect(depth == 0)
      #expect(outside.first { $0.properties.isAlphabetic }?.isASCII == true)
      #expect(!outside.contains { $0.properties.isAlphabetic && !$0.isASCII })
      #expect(line.first != "\u{2068}")
    }
  }

  @Test func colourIsAllThatColourAdds() throws {
    let colored = try text(locale: "ar_EG", isColored: true)
    #expect(colored.contains("\u{1B}[36m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == (try text(locale: "ar_EG")))
  }
}
