import Foundation
import Testing

@testable import BdumTish

struct LocalizedFormatTests {
  struct Example: CustomTestStringConvertible {
    var locale: String
    var day, evening, number, list, duration: String
    var testDescription: String { locale }
  }

  /// Parts that every release of Unicode's locale data agrees on.
  @Test(arguments: [
    Example(
      locale: "en_US", day: "Friday, March 1, 2024", evening: "8:30\u{202F}PM", number: "12,345",
      list: "a, b, and c", duration: "2 hours, 5 minutes"),
    Example(
      locale: "en_GB", day: "1 March 2024", evening: "20:30", number: "12,345", list: "a, b and c",
      duration: "2 hours, 5 minutes"),
    Example(
      locale: "fr_FR", day: "vendredi 1 mars 2024", evening: "20:30", number: "12\u{202F}345",
      list: "a, b et c", duration: "2 heures et 5 minutes"),
    Example(
      locale: "de_DE", day: "Freitag, 1. März 2024", evening: "20:30", number: "12.345", list: "a, b und c",
      duration: "2 Stunden und 5 Minuten"),
    Example(
      locale: "ja_JP", day: "2024年3月1日", evening: "20:30", number: "12,345", list: "a、b、c",
      duration: "2時間5分"),
    Example(
      locale: "ar_EG", day: "١ مارس، ٢٠٢٤", evening: "٨:٣٠ م", number: "١٢٬٣٤٥", list: "و\u{2068}c",
      duration: "٥ دقائق"),
    Example(
      locale: "he_IL", day: "1 March 2024", evening: "20:30", number: "12,345", list: "a, b, and c",
      duration: "2 hours, 5 minutes"),
    Example(
      locale: "fa_IR", day: "Esfand", evening: "20:30", number: "12,345", list: "a, b, and c",
      duration: "2 hours, 5 minutes"),
    Example(
      locale: "th_TH", day: "1 March 2567", evening: "20:30", number: "12,345", list: "a, b, and c",
      duration: "2 hours, 5 minutes"),
    Example(
      locale: "hi_IN", day: "1 March 2024", evening: "8:30", number: "12,345", list: "a, b, and c",
      duration: "2 hours, 5 minutes"),
  ])
  func rendersAsTheLocaleHasIt(_ example: Example) throws {
    let format = try localized(example.locale)
    let evening = try instant("2024-03-01T20:30:00Z")
    #expect(format.day(evening).contains(example.day))
    #expect(format.time(evening).replacing("\u{A0}", with: " ").contains(example.evening))
    #expect(format.number(12_345).contains(example.number))
    #expect(format.list(["a", "b", "c"]).contains(example.list))
    #expect(
      format.duration(.seconds(2 * 3600 + 5 * 60)).replacing("\u{A0}", with: " ")
        .contains(example.duration))
  }

  /// The locale has a calendar of its own, and the calendar a zone.
  @Test func calendarAndZoneAreTheFormats() throws {
    var format = try localized("th_TH", in: "Asia/Tokyo")
    format.calendar = Calendar(identifier: .gregorian)
    format.calendar.timeZone = .gmt
    #expect(format.time(try instant("2024-02-29T23:59:59Z")) == "8:59")
    let day = format.day(try instant("2024-02-29T23:59:59Z"))
    #expect(day.contains("1 March 2024"), "\(day)")
  }

  /// Where there are no sentences in a language, nothing else is in it: no word, no digit, no direction.
  @Test(arguments: [
    "he_IL", "fa_IR", "ur_PK", "th_TH", "hi_IN", "ne_NP", "ko_KR", "my_MM", "hi_IN@numbers=deva",
  ])
  func whatHasNoSentencesIsEnglishThroughout(locale: String) throws {
    let day = try DayViewModel.mock(locale: locale)
    let texts = [day.title, day.subtitle, day.punchline, day.format.languageName] + day.remarks
    let text = (texts + day.events.flatMap { [$0.localTime, $0.title, $0.detail] }).joined()
    #expect(text.filter { !$0.isASCII && ($0.isLetter || $0.isNumber) } == "")
    #expect(!text.unicodeScalars.contains("\u{2068}"))
    #expect(day.format.languageName == "English")
    #expect(day.format.worldLocale.identifier == locale)
  }
}
