import Foundation

/// The overdue books, and the fine.
struct OverdueViewModel {
  /// The fine per day and book, in cents.
  static let fine = 20

  var rows: [String] {
    overdue.map { loan in
      let days = -DueDate.daysLeft(until: loan.due)
      return "\(loan.book.title): \(days) \(days == 1 ? "day" : "days"), \(price(days * Self.fine))"
    }
  }

  var total: String {
    let cents = overdue.reduce(0) { $0 - DueDate.daysLeft(until: $1.due) * Self.fine }
    return price(cents)
  }

  private var overdue: [Loan] {
    Current.shelf.load().filter { DueDate.daysLeft(until: $0.due) < 0 }.sorted { $0.due < $1.due }
  }

  private func price(_ cents: Int) -> String {
    let formatter = NumberFormatter()
    formatter.locale = Current.locale
    formatter.numberStyle = .decimal
    formatter.minimumFractionDigits = 2
    formatter.maximumFractionDigits = 2
    return formatter.string(from: NSNumber(value: Double(cents) / 100)) ?? ""
  }
}
