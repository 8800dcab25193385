// swift-format-ignore-file
import Foundation
import World

// What names alone can't tell: the expectations are what a reader would say, and the check is wrong about these.
typealias Moment = Date
struct Limits {
  let moment = Moment()  // expect: direct-date
  let inferred = f(.current)  // expect: direct-locale
  func enumOfAnotherFile(_ urgency: Urgency) -> Bool { urgency == .now }  // expect: none
  func functionOfAnotherFile(_ receipt: Receipt) -> String { receipt.formatted() }  // expect: none
  static let cache = NSMutableDictionary()  // expect: mutable-static
}

func shifted() -> Date { Current.date() + 3600 }  // expect: current-outside-builders
func shift() { withWorld { $0.date = { shifted() } } operation: { refresh() } }  // expect: self-read
enum Shifted { static let date = shifted() }  // expect: current-in-static
