import Foundation
import World
import WorldMocks
import WorldTesting
import XCTest

@testable import After

final class BorrowTests: WorldTestCase {
  func testBorrowingTellsTheDueDate() {
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    XCTAssertEqual(model.message, "Due Tuesday 25 September")
    XCTAssertEqual(Current.shelf.load().map(\.book.title), ["Book 1"])
  }

  func testTheDueDateIsInTheUsersLanguage() {
    Current.locale = { Locale(identifier: "fr_FR") }
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    XCTAssertEqual(model.message, "Due mardi 25 septembre")
  }

  func testAnUnknownBookIsTracked() {
    let (analytics, log) = World.Analytics.recorder()
    Current.analytics = analytics
    Current.catalog.book = { throw Catalog.UnknownBook(isbn: $0) }
    let model = BorrowViewModel()
    model.borrow(isbn: "2")
    XCTAssertEqual(model.message, "There is no book 2.")
    XCTAssertEqual(log.events.map(\.name), ["unknown_book"])
    XCTAssertEqual(Current.shelf.load(), [])
  }

  func testRenewingMovesTheDueDate() {
    let model = BorrowViewModel()
    model.borrow(isbn: "1")
    Current.settings[.loanDays] = 7
    model.renew(Current.shelf.load()[0].id)
    XCTAssertEqual(model.message, "Due Tuesday 2 October")
  }
}
