// swift-format-ignore-file
import Foundation

enum Priority { case soon, now, later }
enum Schedule { static let now = Schedule() }
struct Timer { static func scheduledTimer() {} }

struct Lures {
  let clock: FakeClock
  func priority() -> Priority { .now }  // expect: none
  func isNow(_ priority: Priority) -> Bool { priority == .now }  // expect: none
  func schedule() -> Any { Schedule.now }  // expect: none
  func own() { Timer.scheduledTimer() }  // expect: none
  func member() -> Date { clock.now }  // expect: none
  func nested() -> Any { Tasting.Date() }  // expect: none
  func method() -> Any { builder.Date() }  // expect: none
  func zone() -> Any { zone ?? .current }  // expect: none
  func keyPath() -> Any { \Circuit.Current }  // expect: none
  func regex() -> Any { /Date()/ }  // expect: none
  func generic() -> Any { Box<Int>.now }  // expect: none
  func name() -> Any { FileManager.default.temporaryDirectory }  // expect: none
  func json() -> Any { JSONEncoder.DateEncodingStrategy.iso8601 }  // expect: none
  func test() -> Any { Test.current }  // expect: none
  func progress() -> Any { Progress.current() }  // expect: none
}

// Its members are in another file.
extension Diary {
  func line() -> String { track("line"); return "\(today)" }  // expect: none
}

#if DEBUG
  let debugStart = Date()  // expect: direct-date
#endif
