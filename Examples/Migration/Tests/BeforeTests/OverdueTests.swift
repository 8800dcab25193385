import XCTest

@testable import Before

final class OverdueTests: XCTestCase {
  override func setUp() {
    super.setUp()
    Current = .mock
    Current.shelf = .mock
  }

  func testABookIsOverdueOnTheDayAfter() {
    BorrowViewModel().borrow(isbn: "1")
    let due = Current.shelf.load()[0].due
    Current.date = { due }
    XCTAssertEqual(OverdueViewModel().rows, [])
    Current.date = { due + 86_400 }
    XCTAssertEqual(OverdueViewModel().rows, ["Book 1: 1 day, 0.20"])
  }

  func testTheTotalIsOfAllBooks() {
    BorrowViewModel().borrow(isbn: "1")
    Current.settings.loanDays = { 30 }
    BorrowViewModel().borrow(isbn: "2")
    let due = Current.shelf.load()[1].due
    Current.date = { due + 3 * 86_400 }
    Current.locale = Locale(identifier: "de_DE")
    XCTAssertEqual(OverdueViewModel().total, "1,60")
  }
}
