import Foundation
import Testing

@testable import BdumTish

struct DayTextTests {
  private func text(locale: String, isColored: Bool = false) throws -> String {
    let desk = Desk.mock(computer: .mac, coffee: .caffeinated, boss: .live)
    let day = try DayViewModel.mock(desk, at: "2024-09-12T08:00:00Z", locale: locale)
    return DayText(day, ink: Ink(isColored: isColored)).text
  }

  @Test func looksAsItShould() throws {
    #expect(
      try text(locale: "fr_FR").replacing("\u{A0}", with: " ") == """
        La journée d'un programmeur sur Mac
        UTC · jeudi 12 septembre 2024
        Bonne fête des programmeurs ! C'est le 256ᵉ jour de l'année.

           6:30  Se réveille          La journée n'a que 6 heures et 30 minutes.
           7:45  Boit du café         4 tasses de café, caféine : 24. Il en faut plus de 20.
           8:45  Allume le Mac        Au bout de 11 secondes, il tinte et marche, tout simplement.
           9:30  Fait un plan         À faire : une petite correction, une réécriture et deux tests.
          10:00  Code à toute allure  1\u{202F}200 lignes en 2 heures.
          12:00  Déjeune              Pendant 25 minutes, rien ne peut tomber en panne.
          14:00  Reprend du café      Déjà 5 tasses aujourd'hui.
          15:00  Mange du gâteau      Les parts sont numérotées de 0 à 255.
          16:30  Informe le chef      « Superbe. On pourrait l'avoir en bleu ? »
          17:30  Rentre à la maison   8 heures et 45 minutes après avoir allumé le Mac.

        Livré à l'heure : personne n'avait précisé le fuseau. Ba dum tss !

        """)
  }

  /// Two days beside each other have 18 columns each on a screen of 40.
  @Test(arguments: ["en_GB", "en_US", "fr_FR", "de_DE", "es_ES"])
  func aNarrowColumnCutsNoWord(locale: String) throws {
    let day = try DayViewModel.mock(.mock(computer: .mac), locale: locale)
    let lines = DayText(day, ink: Ink(isColored: false), width: 18).lines
    #expect(lines.allSatisfy { $0.displayWidth <= 18 })
    let words = Set(lines.flatMap { $0.split(separator: " ") })
    let told = day.events.flatMap { $0.title.split(separator: " ") + $0.detail.split(separator: " ") }
    #expect(told.filter { String($0).displayWidth <= 16 && !words.contains($0) } == [])
  }

  @Test(arguments: [
    "en_US", "fr_FR", "ja_JP", "ko_KR", "zh_Hant_TW", "ar_EG", "he_IL", "fa_IR", "th_TH", "hi_IN",
  ])
  func titlesLineUp(locale: String) throws {
    let day = try DayViewModel.mock(locale: locale)
    let text = DayText(day, ink: Ink(isColored: false))
    let lines = day.events.indices.flatMap { text.eventLines($0, .past) }
    let columns = try zip(lines, day.events).map { line, event in
      let title = try #require(line.range(of: event.title))
      return String(line[..<title.lowerBound]).displayWidth
    }
    #expect(columns.count == day.events.count)
    #expect(Set(columns).count == 1)
  }

  /// A terminal takes a line's direction from its first strong letter outside of isolates.
  @Test(arguments: [("ar_EG", false), ("he_IL", true), ("fa_IR", true)])
  func linesRunAsTheirLanguageDoes(locale: String, isLatin: Bool) throws {
    for line in try text(locale: locale).split(separator: "\n") {
      let outside = outsideOfIsolates(line).filter { $0.properties.isAlphabetic }
      #expect(!outside.isEmpty)
      #expect(outside.allSatisfy { $0.isASCII == isLatin })
      #expect(line.first != "\u{2068}")
    }
  }

  private func outsideOfIsolates(_ line: Substring) -> Substring.UnicodeScalarView {
    var depth = 0
    let outside = line.unicodeScalars.filter { scalar in
      if scalar == "\u{2068}" { depth += 1 }
      if scalar == "\u{2069}" { depth -= 1 }
      return depth == 0
    }
    #expect(depth == 0)
    return outside
  }

  /// The punchline follows what happens last.
  @Test(arguments: [
    ("05:00", 2, nil), ("06:30", 4, "Wakes up"), ("12:10", 9, "Has lunch"), ("17:29", 11, "Tells the boss"),
    ("17:30", 14, nil),
  ])
  func isToldUpToAMoment(time: String, count: Int, last: String?) throws {
    let (day, end) = (try DayViewModel.mock(), try instant("2024-03-01T\(time)Z"))
    let lines = DayText(day, ink: Ink(isColored: false), until: end).lines
    #expect(lines.count == count)
    if let last { #expect(try #require(lines.last).contains("  \(last)  ")) }
    #expect((lines.last == day.punchline) == day.isOver(by: end))
    #expect((lines.last == day.subtitle) == (count == 2))
  }

  @Test func colourIsAllThatColourAdds() throws {
    let colored = try text(locale: "ar_EG", isColored: true)
    #expect(colored.contains("\u{1B}[36m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == (try text(locale: "ar_EG")))
  }
}
