import Foundation
import Testing

@testable import BdumTish

extension Language: CustomTestStringConvertible {
  /// The code.
  public var testDescription: String { code }
}

/// What a language lacks, these tests name.
struct LanguageTests {
  private static let translations = Language.all.filter { $0.code != "en" }

  /// The phrases that a text may choose from, each kind by itself.
  private static let kinds: [[Phrase]] = [
    Coffee.Kind.allCases.map(Phrase.coffee), Computer.Impression.allCases.map(Phrase.impression),
    Chore.allCases.map(Phrase.chore), Tool.allCases.map(Phrase.tool),
    Boss.Answer.allCases.map(Phrase.answer), Joke.allCases.map(Phrase.joke),
  ]

  private static let counts = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 1_384]

  private static let scenes: [Scene] =
    [
      .wakingUp(after: .seconds(3_660)),
      .startup(of: "Mac", .impression(.chimesAndWorks), wait: .seconds(2)),
      .plan([.chore(.twoTests), .chore(.docs)]), .blaming([.tool(.moon), .tool(.coffee)]),
      .lunch(.seconds(120)),
      .cake(first: 0, last: 255), .report(.answer(.planWorked)),
      .goingHome(from: "Mac", after: .seconds(3_600)),
    ]
    + counts.flatMap { count -> [Scene] in
      [
        .coffee(cups: count, of: .coffee(.caffeinated), caffeination: count, needed: 20),
        .coding(lines: count, time: .seconds(60)), .moreCoffee(cupsToday: count),
      ]
    }

  @Test func everyFileIsALanguage() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let folder = package.appendingPathComponent("Sources/BdumTish/Languages")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      !["Language", "LocalizedFormat", "Phrase", "ISO8601"].contains($0.replacing(".swift", with: ""))
    }
    #expect(files.count == Language.all.count)
    #expect(Set(Language.all.map(\.code)).count == Language.all.count)
  }

  @Test(arguments: Language.all)
  func noPhraseIsEmptyAndNoTwoOfAKindAreTheSame(language: Language) {
    for phrases in Self.kinds.map({ $0.map(language.phrase) }) {
      #expect(phrases.allSatisfy { !$0.isEmpty })
      #expect(Set(phrases).count == phrases.count)
    }
  }

  @Test(arguments: translations)
  func noTranslationIsEnglish(language: Language) throws {
    let english = Language.english
    for phrase in Self.kinds.flatMap({ $0 }) { #expect(language.phrase(phrase) != english.phrase(phrase)) }
    let (here, there) = (try localized(language.code), try localized("en"))
    for scene in Self.scenes {
      #expect(here.caption(of: scene).title != there.caption(of: scene).title)
      #expect(here.caption(of: scene).detail != there.caption(of: scene).detail)
    }
    #expect(language.title("Mac") != english.title("Mac"))
    for isShort in [false, true] {
      #expect(language.unusualLength("1", isShort) != english.unusualLength("1", isShort))
    }
    #expect(language.programmersDay("256") != english.programmersDay("256"))
    #expect(language.punchline("Joke.") != english.punchline("Joke."))
    #expect(language.paused != english.paused)
    #expect(language.keys != english.keys)
  }

  /// A narrow terminal has 40 columns.
  @Test(arguments: Language.all)
  func keysFitANarrowTerminal(language: Language) { #expect(language.keys.displayWidth <= 40) }

  @Test(arguments: Language.all)
  func aShortDayIsSaidToBeSo(language: Language) {
    #expect(language.unusualLength("1", true) != language.unusualLength("1", false))
  }

  /// The direction is the one that the language has.
  @Test(arguments: Language.all)
  func directionIsTheLanguages(language: Language) {
    let direction = Locale.Language(identifier: language.code).characterDirection
    #expect(language.isRightToLeft == (direction == .rightToLeft))
  }

  @Test(arguments: [
    ("en", 1, "1 cup of coffee"), ("en", 2, "2 cups of"), ("en", 0, "0 cups of"),
    ("fr", 0, "0 tasse de"),
    ("fr", 1, "1 tasse de"), ("fr", 2, "2 tasses de"), ("de", 1, "1 Tasse Kaffee"), ("de", 2, "2 Tassen "),
    ("es", 1, "1 taza de"), ("es", 2, "2 tazas de"), ("ja", 1, "コーヒー1杯"), ("ja", 2, "コーヒー2杯"),
    ("ar_EG", 0, "٠ فنجان "), ("ar_EG", 1, "فنجان واحد "), ("ar_EG", 2, "فنجانان "),
    ("ar_EG", 3, "٣ فناجين "),
    ("ar_EG", 10, "١٠ فناجين "), ("ar_EG", 11, "١١ فنجانًا "), ("ar_EG", 99, "٩٩ فنجانًا "),
    ("ar_EG", 100, "١٠٠ فنجان "), ("ar_EG", 102, "١٠٢ فنجان "), ("ar_EG", 103, "١٠٣ فناجين "),
    ("ar_EG", 111, "١١١ فنجانًا "), ("ar_AE", 3, "3 فناجين "),
  ])
  func nounsAgreeWithTheirNumber(locale: String, cups: Int, beginning: String) throws {
    let format = try localized(locale)
    let scene = Scene.coffee(cups: cups, of: .coffee(.caffeinated), caffeination: 25, needed: 20)
    let detail = format.caption(of: scene).detail
    #expect(detail.hasPrefix(beginning), "\(detail)")
  }

  @Test(arguments: [
    ("fr_CA", "fr"), ("de_CH", "de"), ("es_MX", "es"), ("ja_JP@calendar=japanese", "ja"), ("ar_MA", "ar"),
    ("en_IN", "en"), ("zh_Hant_TW", "en"), ("", "en"),
  ])
  func languageIsTheLocalesOrElseEnglish(locale: String, code: String) {
    #expect(Language.of(Locale(identifier: locale)).code == code)
  }

  @Test(arguments: [
    ("th_TH", "To do: one small fix, a rewrite, and two tests."),
    ("ne_NP", "To do: one small fix, a rewrite, and two tests."),
    ("fr_FR", "À faire\u{A0}: une petite correction, une réécriture et deux tests."),
    ("es_ES", "Pendiente: un pequeño arreglo, reescribirlo todo y dos pruebas."),
    ("ar_EG", "المهام: إصلاح صغير وإعادة كتابة واختباران."),
  ])
  func listsAreInTheLanguageOfTheirSentence(locale: String, detail: String) throws {
    #expect(try DayViewModel.mock(locale: locale).events[3].detail == detail)
  }

  @Test(arguments: [
    ("th_TH", "The day is 6 hours, 30 minutes old."), ("ne_NP", "The day is 6 hours, 30 minutes old."),
    ("ja_JP", "今日が始まってまだ6時間30分。"), ("ar_EG", "عمر اليوم: ٦ ساعات و٣٠ دقيقة."),
  ])
  func durationsAreInTheLanguageOfTheirSentence(locale: String, detail: String) throws {
    #expect(try DayViewModel.mock(locale: locale).events[0].detail == detail)
  }
}
