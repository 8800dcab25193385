import XCTest

@testable import Before

final class BorrowTests: XCTestCase {
  override func setUp() {
    super.setUp()
    Current = .mock
    Current.shelf = .mock
  }

  func testBorrowingTellsTheDueDate() {
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    XCTAssertEqual(model.message, "Due Tuesday 25 September")
    XCTAssertEqual(Current.shelf.load().map(\.book.title), ["Book 1"])
  }

  func testTheDueDateIsInTheUsersLanguage() {
    Current.locale = Locale(identifier: "fr_FR")
    Current.calendar.locale = Current.locale
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    XCTAssertEqual(model.message, "Due mardi 25 septembre")
  }

  func testAnUnknownBookIsTracked() {
    var events: [String] = []
    Current.track = { event, _ in events.append(event) }
    Current.catalog.book = { throw Catalog.UnknownBook(isbn: $0) }
    let model = BorrowViewModel()
    model.borrow(isbn: "2")
    XCTAssertEqual(model.message, "There is no book 2.")
    XCTAssertEqual(events, ["unknown_book"])
    XCTAssertEqual(Current.shelf.load(), [])
  }

  func testRenewingMovesTheDueDate() {
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    Current.settings.loanDays = { 7 }
    model.renew(Current.shelf.load()[0].id)
    XCTAssertEqual(model.message, "Due Tuesday 2 October")
  }
}
