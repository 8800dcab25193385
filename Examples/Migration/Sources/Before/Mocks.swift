import Foundation

extension World {
  static let mock = World(
    date: { Date(timeIntervalSinceReferenceDate: 557_152_051) },
    calendar: .mock,
    timeZone: .mock,
    locale: Locale(identifier: "en_GB"),
    uuid: { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)) },
    track: { _, _ in },
    settings: .mock,
    catalog: .mock,
    shelf: .mock)
}

extension TimeZone {
  static let mock = TimeZone(identifier: "Europe/London") ?? .current
}

extension Calendar {
  static let mock: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_GB")
    calendar.timeZone = .mock
    return calendar
  }()
}

extension SettingsStore {
  static let mock = SettingsStore(loanDays: { 28 }, setLoanDays: { _ in })
}

extension Catalog {
  static let mock = Catalog(book: { Book(isbn: $0, title: "Book \($0)") })
}

extension Shelf {
  static var mock: Shelf {
    var loans: [Loan] = []
    return Shelf(load: { loans }, save: { loans = $0 })
  }
}
