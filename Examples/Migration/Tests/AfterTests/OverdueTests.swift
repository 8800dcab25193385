import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

@testable import After

@Suite(.world(.mock))
struct OverdueTests {
  @Test func aBookIsOverdueOnTheDayAfter() {
    BorrowViewModel().borrow(isbn: "1")
    let due = Current.shelf.load()[0].due
    Current.date = { due }
    #expect(OverdueViewModel().rows == [])
    Current.date = { due + 86_400 }
    #expect(OverdueViewModel().rows == ["Book 1: 1 day, 0.20"])
  }

  @Test func theTotalIsOfAllBooks() {
    BorrowViewModel().borrow(isbn: "1")
    Current.settings[.loanDays] = 30
    BorrowViewModel().borrow(isbn: "2")
    let due = Current.shelf.load()[1].due
    Current.date = { due + 3 * 86_400 }
    Current.locale = { Locale(identifier: "de_DE") }
    #expect(OverdueViewModel().total == "1,60")
  }
}
