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

  /// Every phrase that needs a translation.
  private static let phrases: Set<String> = {
    var phrases = Set(Repertoire.tasks + Repertoire.tools)
    phrases.formUnion([Coffee.caffeinated, .decaf].map(\.name))
    phrases.formUnion([Computer.mac, .pc].map { $0.turnOn(.lowest).impression })
    for outcome in [Outcome.shipped, .blamedTools] {
      phrases.formUnion(Repertoire.jokes(about: outcome))
      // The boss answers whatever is picked.
      for index in 0...9 {
        phrases.insert(Boss.live.hear(outcome, Dice { min(max(index, $0.lowerBound), $0.upperBound) }))
      }
    }
    return phrases
  }()

  private static let counts = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 1_384]

  private static let scenes: [Scene] =
    [
      .wakingUp(after: .seconds(3_660)),
      .startup(of: "Mac", impression: "chimes and just works", wait: .seconds(2)),
      .plan(tasks: ["two tests", "the docs"]), .blaming(tools: ["the moon", "the coffee"]),
      .lunch(.seconds(120)),
      .cake(first: 0, last: 255), .report(answer: "I knew my plan would work."),
      .goingHome(from: "Mac", after: .seconds(3_600)),
    ]
    + counts.flatMap { count -> [Scene] in
      [
        .coffee(cups: count, of: "caffeinated", caffeination: count, needed: 20),
        .coding(lines: count, time: .seconds(60)), .moreCoffee(cupsToday: count),
      ]
    }

  private static let remarks: [Remark] = [
    .title(computer: "Mac"), .unusualLength(.seconds(82_800), isShort: true),
    .unusualLength(.seconds(90_000), isShort: false), .programmersDay(ordinal: 256),
    .punchline(joke: "No bugs were found. Nobody looked."),
  ]

  private func words(_ language: Language) throws -> Language.Words {
    .init(language: language, format: try localized(language.code))
  }

  @Test func everyFileIsALanguage() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let folder = package.appendingPathComponent("Sources/BdumTish/ViewModels/Languages")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0 != "Language.swift"
    }
    #expect(files.count == Language.all.count)
    #expect(Set(Language.all.map(\.code)).count == Language.all.count)
  }

  @Test(arguments: translations)
  func everyPhraseIsTranslated(language: Language) {
    #expect(Self.phrases.subtracting(language.phrases.keys) == [])
  }

  @Test(arguments: translations)
  func nothingIsTranslatedThatNobodySays(language: Language) {
    #expect(Set(language.phrases.keys).subtracting(Self.phrases) == [])
  }

  @Test(arguments: translations)
  func noTranslationIsEnglish(language: Language) throws {
    for (phrase, translation) in language.phrases { #expect(phrase != translation) }
    let (translated, english) = (try words(language), try words(.english))
    for scene in Self.scenes {
      let (here, there) = (try language.scene(scene, translated), try Language.english.scene(scene, english))
      #expect(here.title != there.title)
      #expect(here.detail != there.detail)
    }
    for remark in Self.remarks {
      #expect(try language.remark(remark, translated) != Language.english.remark(remark, english))
    }
    #expect(language.film != Language.english.film)
  }

  /// The direction is the one that the language has.
  @Test(arguments: Language.all)
  func directionIsTheLanguages(language: Language) {
    let direction = Locale.Language(identifier: language.code).characterDirection
    #expect(language.isRightToLeft == (direction == .rightToLeft))
  }

  @Test(arguments: [
    ("en", 1, "1 cup of caffeinated"), ("en", 2, "2 cups of"), ("en", 0, "0 cups of"),
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
    let words = Language.Words(language: format.language, format: format)
    let scene = Scene.coffee(cups: cups, of: "caffeinated", caffeination: 25, needed: 20)
    let detail = try format.language.scene(scene, words).detail
    #expect(detail.hasPrefix(beginning), "\(detail)")
  }

  @Test(arguments: [
    ("fr_CA", "fr"), ("de_CH", "de"), ("es_MX", "es"), ("ja_JP@calendar=japanese", "ja"), ("ar_MA", "ar"),
    ("en_IN", "en"), ("zh_Hant_TW", "en"), ("", "en"),
  ])
  func languageIsTheLocalesOrElseEnglish(locale: String, code: String) {
    #expect(Language.of(Locale(identifier: locale)).code == code)
  }

  /// A program may have a boss or a computer of its own, whose phrases nobody has translated.
  @Test func whereAPhraseIsMissingTheSentenceIsEnglishAsAWhole() throws {
    let dusty = Computer(name: "PC") { _ in .init(isOn: true, wait: .seconds(7_260), impression: "coughs") }
    let events = try DayViewModel.mock(.mock(computer: dusty), locale: "fr_FR").events
    #expect(events[2].title == "Turns the PC on")
    #expect(events[2].detail == "It coughs, after 2 hours, 1 minute.")
    #expect(events[0].title == "Se réveille")
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
    ("th_TH", "The day is 6 hours, 30 minutes old."), ("ne_NP", "The day is ६ hours, ३० minutes old."),
    ("ja_JP", "今日はまだ始まって6時間 30分。"), ("ar_EG", "عمر اليوم: ٦ ساعات و٣٠ دقيقة."),
  ])
  func durationsAreInTheLanguageOfTheirSentence(locale: String, detail: String) throws {
    #expect(try DayViewModel.mock(locale: locale).events[0].detail == detail)
  }
}
