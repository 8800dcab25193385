import Foundation
import World

/// The words for a due date.
enum DueDate {
  static func text(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Current.locale()
    formatter.calendar = Current.calendar()
    formatter.timeZone = Current.timezone()
    formatter.setLocalizedDateFormatFromTemplate("EEEEMMMMd")
    return formatter.string(from: date)
  }

  /// The number of days left; negative if overdue.
  static func daysLeft(until date: Date) -> Int {
    let today = Current.calendar().startOfDay(for: Current.date())
    let day = Current.calendar().startOfDay(for: date)
    return Current.calendar().dateComponents([.day], from: today, to: day).day ?? 0
  }
}
