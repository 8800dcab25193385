// swift-format-ignore-file
import World

final class ReceiptViewModel {
  @FromWorld(\.locale) private var locale  // expect: current-outside-builders
  @WorldValue(\.date) var date  // expect: current-outside-builders
  @Other(\.date) var other  // expect: none
  let opened = today  // expect: current-outside-builders
  let first = firstDay()  // expect: current-outside-builders
  let make = makeToday  // expect: current-outside-builders
  static let first = currentDate()  // expect: current-in-static
  static let code = { currentDate() }  // expect: none
  let stored: Date  // expect: none

  init(today: Date) { stored = today }  // expect: none
  init() {
    stored = currentDate()  // expect: current-outside-builders
    track("opened")  // expect: current-outside-builders
    _ = TodayBuilder.build()  // expect: none
  }
  deinit { track("closed") }  // expect: current-in-deinit

  func text() -> String { "\(Env.date) \(Env.locale())" }  // expect: current-outside-builders
  func pay() async throws { try await Payments.shared.charge(1) }  // expect: current-outside-builders
  func find() -> Date { dependency(\.date)() }  // expect: current-outside-builders
  func wait() async throws { try await rest(.seconds(1)) }  // expect: current-outside-builders
  func read() -> Date { environment.date() }  // expect: current-outside-builders
  func all() -> Date { everything().date() }  // expect: current-outside-builders
  func zone() -> TimeZone { Shop.Env.zone }  // expect: current-outside-builders
  func repeated() -> Date {
    let currentDate = currentDate()  // expect: current-outside-builders
    return currentDate  // expect: none
  }
  func argument(_ today: Date) -> Date { today }  // expect: none
  func labels() { show(today: stored) }  // expect: none
  func member() -> Date { calendar.today }  // expect: none
  func local() -> Date {
    let today = stored
    return today  // expect: none
  }
  func bound(_ date: Date?) -> Date {
    if let today = date { return today }  // expect: none
    guard let currentDate = date else { return stored }
    return currentDate  // expect: none
  }
  func closure(_ dates: [Date]) -> [Date] { dates.map { today in today } }  // expect: none
  func closures(_ dates: [Date]) -> Bool { dates.sorted { today, other in today < other } }  // expect: none
  func later(_ dates: [Date]) -> [Bool] { dates.map { $0 == today } + [code() == stored] }  // expect: current-outside-builders
  func loop(_ dates: [Date]) { for today in dates { print(today) } }  // expect: none
  func shadowed() { Env.zones() }  // expect: none
  func years() -> Date { thisYear() }  // expect: current-outside-builders
  func around() -> Date { surroundings.date() }  // expect: current-outside-builders
  func hours() -> Int { hour * 60 }  // expect: none
  func hidden() -> Date { Hidden.date }  // expect: none
}

// It has members of those names.
struct Diary {
  var today: Date
  func track(_ name: String) {}  // expect: none
  func text() -> String { track("text"); return "\(today)" }  // expect: none
}
extension Diary {
  func title() -> String { "Of \(today)" }  // expect: none
  func first() -> Date { firstDay() }  // expect: current-outside-builders
}

// Another file's private wrappers have these names.
private let hour = 60
enum Hidden { static let date = Date.distantPast }

struct ReceiptBuilder {
  static func build() -> Receipt { Receipt(date: today, locale: Env.locale()) }  // expect: none
  @FromWorld(\.date) var date  // expect: none
}
struct ReceiptCommand: ParsableCommand {
  func run() throws { print(today) }  // expect: none
}
