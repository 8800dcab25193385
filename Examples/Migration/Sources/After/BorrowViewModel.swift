import Foundation
import World

/// Borrows a book.
final class BorrowViewModel {
  private(set) var message = ""

  func borrow(isbn: String) {
    do {
      let book = try Current.catalog.book(isbn)
      let due = Current.calendar().date(
        byAdding: .day, value: Current.settings[.loanDays], to: Current.date())
      let loan = Loan(id: Current.uuid(), book: book, due: due ?? .distantFuture)
      Current.shelf.save(Current.shelf.load() + [loan])
      Current.analytics.track("borrowed", ["isbn": .string(isbn)])
      message = "Due \(DueDate.text(loan.due))"
    } catch let error as Catalog.UnknownBook {
      Current.analytics.track("unknown_book", ["isbn": .string(error.isbn)])
      message = "There is no book \(error.isbn)."
    } catch {
      message = "Try again later."
    }
  }

  func renew(_ id: UUID) {
    var loans = Current.shelf.load()
    guard let index = loans.firstIndex(where: { $0.id == id }) else { return }
    let due = Current.calendar().date(
      byAdding: .day, value: Current.settings[.loanDays], to: loans[index].due)
    loans[index].due = due ?? loans[index].due
    Current.shelf.save(loans)
    Current.analytics.track("renewed", ["isbn": .string(loans[index].book.isbn)])
    message = "Due \(DueDate.text(loans[index].due))"
  }
}
