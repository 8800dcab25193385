import Foundation
import World

/// Apia skipped 30 December 2011, so two dates that are 14 days apart can be 13 times 24 hours apart.
extension KnownBug {
  static let invoiceInApia = KnownBug(
    name: "invoice off by a day in Apia", blame: [[.date, .timezone]],
    broken: {
      try invoice { issued, due, _ in Int((due.timeIntervalSince(issued) / 86_400).rounded()) }
    },
    repaired: {
      try invoice { issued, due, calendar in
        let first = DayNumber(issued, calendar)
        return DayNumber(due, calendar).value - first.value
      }
    })

  private static func invoice(days: (Date, Date, Calendar) -> Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = Current.timezone()
    let issued = Current.date()
    let parts = calendar.dateComponents([.year, .month, .day], from: issued)
    var later = parts
    later.day = (parts.day ?? 0) + 14
    later.hour = 12
    var noon = parts
    noon.hour = 12
    guard let start = calendar.date(from: noon), let due = calendar.date(from: later) else { return }
    let left = days(start, due, calendar)
    try expect(left == 14, "due in \(left) days instead of 14")
  }
}

/// A calendar day, without a time.
private struct DayNumber {
  var value: Int

  init(_ date: Date, _ calendar: Calendar) {
    var days = Calendar(identifier: .gregorian)
    days.timeZone = .gmt
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
    let midnight = days.date(from: parts) ?? date
    value = Int((midnight.timeIntervalSinceReferenceDate / 86_400).rounded())
  }
}
