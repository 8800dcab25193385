import Testing

@testable import BdumTish

struct TextWrapTests {
  @Test(arguments: [
    ("one two three", 13, ["one two three"]), ("one two three", 12, ["one two", "three"]),
    ("one two three", 3, ["one", "two", "thr", "ee"]), ("", 10, [""]), ("a  b", 4, ["a  b"]),
    ("a  b", 3, ["a", "b"]),
    ("10\u{A0}kg of it", 5, ["10\u{A0}kg", "of it"]), ("日本語です", 6, ["日本語", "です"]),
    ("日本語。です", 6, ["日本", "語。で", "す"]), ("あ「日本」", 4, ["あ", "「日", "本」"]),
    ("これはコード", 8, ["これは", "コード"]), ("日本 abc", 5, ["日本", "abc"]),
    ("e\u{301}e\u{301} x", 2, ["e\u{301}e\u{301}", "x"]),
    ("วันศุกร์", 3, ["วันศุ", "กร์"]),
  ])
  func breaksAtWords(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(toWidth: width) == lines)
  }

  /// Whatever a day says, at any width: nothing is lost, no line is too long, and no word is broken.
  @Test(arguments: ["en_GB", "fr_FR", "de_DE", "es_ES", "ja_JP", "ar_EG", "th_TH", "hi_IN"])
  func wrapsEveryDay(locale: String) throws {
    let desk = Desk.mock(computer: .pc, coffee: .decaf, boss: .live)
    let day = try DayViewModel.mock(desk, at: "2024-09-12T08:00:00Z", locale: locale)
    let texts =
      [day.title, day.subtitle, day.punchline] + day.remarks + day.events.flatMap { [$0.title, $0.detail] }
    for text in texts {
      for width in stride(from: 24, through: 120, by: 8) {
        let lines = text.wrapped(toWidth: width)
        #expect(lines.allSatisfy { $0.displayWidth <= width })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        if locale != "ja_JP" { #expect(lines.joined(separator: " ") == text) }
        #expect(lines.allSatisfy { !"、。」".contains($0.first ?? " ") })
      }
    }
  }

  @Test(arguments: ["en_GB", "fr_FR", "de_DE", "es_ES", "ja_JP", "ar_EG", "th_TH"], [40, 60, 80, 100])
  func tableFits(locale: String, width: Int) throws {
    let day = try DayViewModel.mock(.mock(computer: .pc, coffee: .decaf, boss: .live), locale: locale)
    for isColored in [false, true] {
      let lines = DayText(day, ink: Ink(isColored: isColored), width: width).lines
      #expect(lines.allSatisfy { $0.displayWidth <= width })
    }
  }

  @Test func aWideTableIsTheOneWithoutAWidth() throws {
    let day = try DayViewModel.mock()
    let ink = Ink(isColored: false)
    #expect(DayText(day, ink: ink, width: 200).text == DayText(day, ink: ink).text)
  }
}
