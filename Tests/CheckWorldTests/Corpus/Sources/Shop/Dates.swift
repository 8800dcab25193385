// swift-format-ignore-file
import Foundation

struct Order {
  var openedAt = Date()  // expect: direct-date
  var makeDate = Date.init  // expect: direct-date
  var now: () -> Date = Date.init  // expect: direct-date
  var clock: () -> Date = { Date() }  // expect: direct-date
  var dueAt: Date = .now  // expect: direct-date
  var inferredAt: Date = .init()  // expect: direct-date
  let live = Date()  // expect: direct-date
  var paidAt: Date?  // expect: none
  var shippedAt = Date(timeIntervalSince1970: 1_790_000_000)  // expect: none
  var returnedAt = Date(timeIntervalSinceReferenceDate: 0)  // expect: none
  var cancelledAt = Date.distantFuture  // expect: none

  init(openedAt: Date = Date()) { self.openedAt = openedAt }  // expect: direct-date
  init(now: @escaping () -> Date = Date.init) { self.now = now }  // expect: direct-date

  var isLate: Bool { dueAt < Date() }  // expect: direct-date
  var isDue: Bool { dueAt < .now }  // expect: direct-date
  var isPaid: Bool { paidAt.map { $0 < Date.now } ?? false }  // expect: direct-date
  var wait: TimeInterval { dueAt.timeIntervalSinceNow }  // expect: direct-date
  var age: TimeInterval { -openedAt.timeIntervalSinceNow }  // expect: direct-date
  var seconds: TimeInterval { Date.timeIntervalSinceReferenceDate }  // expect: direct-date
  var since: TimeInterval { Date().timeIntervalSince1970 }  // expect: direct-date
  var tomorrow: Date { Date(timeIntervalSinceNow: 86_400) }  // expect: direct-date
  var later: Date { .init(timeIntervalSinceNow: 86_400) }  // expect: direct-date
  var absolute: Double { CFAbsoluteTimeGetCurrent() }  // expect: direct-date
  var old: NSDate { NSDate() }  // expect: direct-date
  var wall: DispatchWallTime { DispatchWallTime.now() }  // expect: direct-date
  var description: String { "Opened \(Date())" }  // expect: direct-date
  var qualified: Date { Foundation.Date() }  // expect: direct-date
  var inside: [Date] { [Date(), openedAt] }  // expect: direct-date

  func unix() -> Int { time(nil) }  // expect: direct-date
  func unixTime() -> Int {
    var now = time_t()  // expect: none
    time(&now)  // expect: direct-date
    return now
  }
  func timeval() {
    var value = Foundation.timeval()  // expect: none
    gettimeofday(&value, nil)  // expect: direct-date
    var spec = timespec()  // expect: none
    clock_gettime(CLOCK_REALTIME, &spec)  // expect: direct-date
  }

  func parse(_ texts: [Double]) -> [Date] { texts.map(Date.init(timeIntervalSince1970:)) }  // expect: none
  func parse(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }  // expect: none
  func elapsed(_ now: Date) -> TimeInterval { now.timeIntervalSince(openedAt) }  // expect: none
  func at(_ date: () -> Date) -> Date { date() }  // expect: none
  func reference() -> TimeInterval { openedAt.timeIntervalSinceReferenceDate }  // expect: none
  // let now = Date()  // expect: none
  let sample = "Date()"  // expect: none
  let raw = #"\(Date())"#  // expect: none
  /* Date() */ var count = 0  // expect: none
}

enum Delivery {
  case at(Date)
  var isDate: Bool { self is Date }  // expect: none
  static func make(_ kind: Calendar.Type) -> [Date] { [Date]() }  // expect: none
}
