// swift-format-ignore-file
import Foundation

struct Prices {
  let calendar = Calendar.current  // expect: direct-calendar
  var weekCalendar: Calendar = .current  // expect: direct-calendar
  let updating = Calendar.autoupdatingCurrent  // expect: direct-calendar
  let older = NSCalendar.current  // expect: direct-calendar
  let zone = TimeZone.current  // expect: direct-timezone
  let moving = TimeZone.autoupdatingCurrent  // expect: direct-timezone
  let oldZone = NSTimeZone.default  // expect: direct-timezone
  let systemZone = NSTimeZone.system  // expect: direct-timezone
  let localZone = NSTimeZone.local  // expect: direct-timezone
  let locale = Locale.current  // expect: direct-locale
  let changing = Locale.autoupdatingCurrent  // expect: direct-locale
  let languages = Locale.preferredLanguages  // expect: direct-locale
  let currency = Locale.current.currency  // expect: direct-locale
  let oldLocale = NSLocale.current  // expect: direct-locale
  let fixed = Locale(identifier: "en_US")  // expect: none
  let tokyo = TimeZone(identifier: "Asia/Tokyo")  // expect: none
  let utc = TimeZone.gmt  // expect: none

  init(locale: Locale = .current, timeZone: TimeZone = .current) {}  // expect: direct-locale direct-timezone
  init(calendar: Calendar = Calendar.current) {}  // expect: direct-calendar
  init(zone: TimeZone, locale: Locale) {}  // expect: none

  func greeting(_ formatter: DateFormatter) {
    formatter.locale = .current  // expect: direct-locale
    formatter.timeZone = .autoupdatingCurrent  // expect: direct-timezone
    formatter.calendar = .current  // expect: direct-calendar
    formatter.locale = locale  // expect: none
  }

  func total(_ date: Date) -> String { date.formatted() }  // expect: format-without-locale
  func amount(_ price: Decimal) -> String { price.formatted() }  // expect: format-without-locale
  func day(_ date: Date) -> String { date.formatted(date: .long, time: .omitted) }  // expect: format-without-locale
  func weekday(_ date: Date) -> String { date.formatted(.dateTime.weekday()) }  // expect: format-without-locale
  func count(_ count: Int) -> String { count.formatted(.number.grouping(.never)) }  // expect: format-without-locale
  func share(_ part: Double) -> String { part.formatted(.percent) }  // expect: format-without-locale
  func euros(_ price: Decimal) -> String { price.formatted(.currency(code: "EUR")) }  // expect: format-without-locale
  func names(_ names: [String]) -> String { names.formatted(.list(type: .and)) }  // expect: format-without-locale
  func shout(_ text: String) -> String { text.localizedUppercase }  // expect: format-without-locale
  func sorted(_ texts: [String]) -> Bool { texts[0].localizedCompare(texts[1]) == .orderedAscending }  // expect: format-without-locale
  func list(_ names: [String]) -> String { ListFormatter.localizedString(byJoining: names) }  // expect: format-without-locale
  func ordered(_ names: [String]) -> [String] { names.sorted(using: .localizedStandard) }  // expect: format-without-locale
  func compact(_ count: Int) -> String { count.formatted(.number.locale(.current)) }  // expect: direct-locale
  func moving(_ count: Int) -> String { count.formatted(.number.locale(.autoupdatingCurrent)) }  // expect: direct-locale
  func week(_ date: Date) -> Int { date.number(calendar(.current), timeZone(.current)) }  // expect: direct-calendar direct-timezone
  func has(_ text: String) -> Bool { text.localizedCaseInsensitiveContains("a") }  // expect: format-without-locale
  func hasWord(_ text: String) -> Bool { text.localizedStandardContains("a") }  // expect: format-without-locale
  func size(_ bytes: Int64) -> String { ByteCountFormatter.string(fromByteCount: bytes, countStyle: .file) }  // expect: format-without-locale
  func short(_ date: Date) -> String { DateFormatter.localizedString(from: date, dateStyle: .short, timeStyle: .none) }  // expect: format-without-locale
  func localized(_ date: Date, _ locale: Locale) -> String { date.formatted(.dateTime.weekday().locale(locale)) }  // expect: none
  func styled(_ date: Date, _ style: Date.FormatStyle) -> String { date.formatted(style) }  // expect: none
  func machine(_ date: Date) -> String { date.formatted(.iso8601) }  // expect: none
  func header(_ date: Date) -> String { date.formatted(.httpHeader) }  // expect: none
  func lower(_ text: String, _ locale: Locale) -> String { text.lowercased(with: locale) }  // expect: none

  func withoutLocale(_ date: Date) -> String {
    let formatter = DateFormatter()  // expect: format-without-locale
    formatter.dateStyle = .long
    return formatter.string(from: date)
  }
  func withLocale(_ date: Date, _ locale: Locale) -> String {
    let formatter = DateFormatter()  // expect: none
    formatter.locale = locale
    return formatter.string(from: date)
  }
  func number(_ number: Double) -> String? {
    let formatter = NumberFormatter()  // expect: format-without-locale
    return formatter.string(from: number as NSNumber)
  }
  func relative(_ date: Date, to now: Date) -> String {
    RelativeDateTimeFormatter().localizedString(for: date, relativeTo: now)  // expect: format-without-locale
  }
  func style() -> Date.FormatStyle {
    Date.FormatStyle(date: .long, time: .omitted)  // expect: format-without-locale
  }
  func style(_ locale: Locale) -> Date.FormatStyle {
    Date.FormatStyle(date: .long, time: .omitted, locale: locale)  // expect: none
  }
  func stamp(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }  // expect: none

  func startOfYear(_ date: Date) -> Date? {
    let calendar = Calendar(identifier: .gregorian)  // expect: calendar-without-timezone
    return calendar.dateInterval(of: .year, for: date)?.start
  }
  func startOfYear(_ date: Date, in timeZone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)  // expect: none
    calendar.timeZone = timeZone
    return calendar.dateInterval(of: .year, for: date)?.start
  }
  func japanese(_ locale: Locale) -> Calendar { locale.calendar }  // expect: none
  func thread() -> Thread { Thread.current }  // expect: none
  func loop() { RunLoop.current.run() }  // expect: none
  func scope() -> Scope { Scope.current }  // expect: none
}
