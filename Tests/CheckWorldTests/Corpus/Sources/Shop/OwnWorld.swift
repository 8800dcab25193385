// swift-format-ignore-file
import Foundation

// The closures of a world of the program's own are what a service's live values are.
nonisolated(unsafe) var Current = Surroundings()  // expect: mutable-static own-current

struct Surroundings {
  var date: () -> Date = { Date() }  // expect: none
  var files = Files()  // expect: none
  var shelf: Shelf = .standard  // expect: none
  var opened = Date()  // expect: direct-date
  static let mock = Surroundings(date: { Date() })  // expect: direct-date
}
struct Files {
  var stamp: @Sendable () -> Date = { Date() + TimeInterval(Current.shelf.count()) }  // expect: none
}
struct Shelf {
  var count: () -> Int = { UserDefaults.standard.integer(forKey: "count") }  // expect: none
}
struct Table {
  var count: () -> Int = { UserDefaults.standard.integer(forKey: "count") }  // expect: direct-settings
}
