// swift-format-ignore-file
import World

struct Payments: World.LiveService {
  var charge: @Sendable (_ cents: Int) async throws -> Receipt
  var refund: @Sendable (_ receipt: Receipt) async throws -> Void

  static var live: Payments {
    let clock = ContinuousClock()  // expect: none
    return Payments(
      charge: { cents in
        let start = clock.now  // expect: none
        try await Task.sleep(for: .seconds(1))  // expect: none
        return Receipt(cents: cents, date: Current.date(), took: clock.now - start)  // expect: none
      },
      refund: { receipt in
        let session = UserDefaults.standard  // expect: none
        try await Current.payments.refund(receipt)  // expect: self-read
      })
  }

  static var mock: Payments {
    Payments(
      charge: { cents in Receipt(cents: cents, date: Current.date()) },  // expect: none
      refund: { _ in _ = Date() })  // expect: direct-date
  }

  /// A function that reads it by its accessor isn't the closure itself.
  func total() async throws { _ = try await Current.payments.charge(1) }  // expect: none
}

extension Payments {
  static func logging(_ log: Log) -> Payments {
    Payments(charge: { cents in log.note(Current.date()); return Receipt(cents: cents) }, refund: { _ in })  // expect: none
  }
}

struct Visits: World.Service {
  var count: @Sendable () -> Int
  static let mock = Visits(count: { Current[Visits.self].count() })  // expect: self-read
}

// The conformance is in LiveValues.swift.
extension Rates {
  static var mock: Rates { Rates(today: { Current.date() }, now: { Date() }) }  // expect: direct-date
}

struct Ticker {
  var ticks: @Sendable () -> Date
}

extension Ticker {
  static let live = Ticker(ticks: { Date() })  // expect: none
  static let uptime: Double = 1 + ProcessInfo.processInfo.systemUptime  // expect: direct-clock
  static func live(every seconds: Double) -> Ticker {
    Timer.scheduledTimer(withTimeInterval: seconds, repeats: true) { _ in }  // expect: none
    return Ticker(ticks: { Date.now })  // expect: none
  }
  static let preview = Ticker(ticks: { Date() })  // expect: direct-date
}

struct Gateway: Sendable {
  var send: @Sendable () -> Void
  static func make() -> Gateway { Gateway(send: { print(Current.date()) }) }  // expect: current-outside-builders
  static let live = Gateway(send: {
    let previewDate = Date()  // expect: none
    print(previewDate)
  })
}

extension World {
  var payments: Payments {
    get { self[Payments.self] }  // expect: none
    set { self[Payments.self] = newValue }  // expect: none
  }
}

// What a service stores is a part of it.
struct Orders: World.LiveService {
  var store: OrderStore
  var log: OrderLog?
  var total = OrderTotal()
  static var live: Orders { Orders(store: .init(save: { print(Date()) }), log: OrderLog()) }  // expect: none
  static var mock: Orders { Orders(store: .init(save: {}), log: nil) }
}
struct OrderStore {
  var save: @Sendable () -> Void
  static func file(_ path: String) -> OrderStore { OrderStore(save: { print(path, Date()) }) }  // expect: none
  static func stamped() -> OrderStore { OrderStore(save: { print(Current.date()) }) }  // expect: none
  static let preview = OrderStore(save: { print(Date()) })  // expect: direct-date
}
struct OrderLog {
  func add(_ text: String) { print(stamp(), text) }
  private func stamp() -> Date { Date() }  // expect: none
}
struct OrderTotal {
  let cents = 0
  func value() -> Int { Int(Date().timeIntervalSince1970) }  // expect: direct-date
}

struct Receipts: World.LiveService {
  var log: ReceiptLog
  static var live: Receipts {
    Receipts(
      log: ReceiptLog(
        note: { print(Current.receipts.log.size()) },  // expect: none
        size: { Current.receipts.log.size() }))  // expect: self-read
  }
  static var mock: Receipts { Receipts(log: ReceiptLog(note: {}, size: { 3 })) }
}
struct Refunds: World.LiveService {
  var pay: @Sendable (Int) async throws -> Void
  static var live: Refunds { Refunds(pay: retried(operation: { try await Current.refunds.pay($0) })) }  // expect: self-read
  static var mock: Refunds { Refunds(pay: { _ in }) }
}
struct ReceiptLog {
  var note: @Sendable () -> Void
  var size: @Sendable () -> Int
}

// A service's stored mock with a state.
struct Meter: World.Service {
  var count: @Sendable () -> Int
  static let mock: Meter = {  // expect: shared-mock
    let count = Mutex(0)
    return Meter(count: { count.withLock { $0 } })
  }()
  static var mock: Meter {  // expect: none
    let count = Mutex(0)
    return Meter(count: { count.withLock { $0 } })
  }
  static let mock = Meter(count: { 3 })  // expect: none
  static let preview = Meter(count: { [count = Lock(0)] in count.value })  // expect: none
  static let mock = Meter(count: { [count = Lock(0)] in count.value })  // expect: shared-mock
}

// A service's mock that is its live value.
struct Printer: World.LiveService {
  var write: @Sendable (String) -> Void
  static var live: Self { Self(write: { print($0) }) }
  static var mock: Self { .live }  // expect: mock-is-live
}
struct Reader: World.LiveService {
  static let live = Reader()
  static let mock = live  // expect: mock-is-live
}
extension Scanner {
  static var mock: Scanner { return Scanner.live }  // expect: mock-is-live
  static var mock: Scanner { get { Self.live } }  // expect: mock-is-live
  static let mock: Scanner = .live  // expect: mock-is-live
  static func mock() -> Scanner { live }  // expect: mock-is-live
  static var mock: Scanner { .live.silent() }  // expect: none
  static var mock: Scanner { .offline }  // expect: none
  static let preview: Scanner = .live  // expect: none
  var mock: Scanner { .live }  // expect: none
}

// What a live value reads while it is built stays.
struct Opening: World.LiveService {
  var hours: @Sendable () -> [Date]
  static var live: Opening {
    let date = Current.date()  // expect: current-in-static
    let makeDate = Current.date  // expect: none
    let calendar = Current.calendar()  // expect: current-in-static
    let files = Current.files, id = Current.uuid()  // expect: none
    let zone = { Current.timezone() }()  // expect: current-in-static
    func today() -> Date { Current.date() }  // expect: none
    return Opening(hours: { [Current.date()] })  // expect: none
  }
  static func live(in zone: TimeZone) -> Opening { Opening(hours: [Current.date()]) }  // expect: none
  static var mock: Opening { Opening(hours: [Current.date()]) }  // expect: current-in-static
}
struct Ending: World.Service {
  var text: @Sendable () -> String
  static var mock: Ending {
    let language = Current.locale().identifier  // expect: current-in-static
    let charge = Current.payments.charge  // expect: current-in-static
    func date() -> Date { Current.date() }  // expect: none
    return Ending(text: { "\(Current.timezone())" })  // expect: none
  }
}
extension Ending {
  struct Part { static var mock: Part { Part(Current.date()) } }  // expect: none
}
extension Ending.Part {
  static var mock: Self { Self(Current.date()) }  // expect: none
}
enum Closing {
  static var mock: Closing { Closing(Current.date()) }  // expect: none
  static var live: Closing { Closing(Current.date()) }  // expect: none
}
