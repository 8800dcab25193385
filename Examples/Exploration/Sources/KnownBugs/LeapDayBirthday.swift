import Foundation
import World

/// Most years have no 29 February.
extension KnownBug {
  static let leapDayBirthday = KnownBug(
    name: "birthday on a leap day", blame: [.date],
    broken: {
      try celebrate { born, calendar in
        var parts = calendar.dateComponents([.year, .month, .day, .hour], from: born)
        parts.year = (parts.year ?? 0) + 1
        return calendar.date(from: parts)
      }
    },
    repaired: { try celebrate { born, calendar in calendar.date(byAdding: .year, value: 1, to: born) } })

  private static func celebrate(next: (Date, Calendar) -> Date?) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let born = Current.date()
    guard let birthday = next(born, calendar) else { return }
    let months = (calendar.component(.month, from: born), calendar.component(.month, from: birthday))
    try expect(months.0 == months.1, "born in month \(months.0), celebrated in month \(months.1)")
  }
}
