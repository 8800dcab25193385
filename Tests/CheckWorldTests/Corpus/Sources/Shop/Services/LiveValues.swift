// swift-format-ignore-file
import World

// What makes a service's live values, and the functions that are such values, are services.
struct Rates: World.LiveService {
  var today: @Sendable () -> Date
  var now: @Sendable () -> Date
}
extension Rates {
  init(every seconds: Double) {
    self.init(today: { Current.date() }, now: { Date() })  // expect: none
  }
  static func polling(_ source: Source) -> Rates { Rates(today: { source.date }, now: { Date() }) }  // expect: none
  static let offline = Rates(today: { .distantPast }, now: { Date.now })  // expect: none
  static func mockRates() -> Rates { Rates(today: { .distantPast }, now: { Date() }) }  // expect: direct-date
  static var preview: Rates { Rates(today: { .distantPast }, now: { Date() }) }  // expect: direct-date
  static func testing() -> Rates { Rates(today: { .distantPast }, now: { Date() }) }  // expect: direct-date
  static var latest: Rates { Rates(today: { .distantPast }, now: { Date() }) }  // expect: none
}

func makeRates() -> Rates { Rates(today: { Current.date() }, now: { Date() }) }  // expect: none
func makeRates(_ zone: TimeZone) async throws -> Rates {
  let calendar = Calendar.current  // expect: none
  return Rates(today: { calendar.startOfDay(for: Current.date()) }, now: { Date() })  // expect: none
}
func makeMockRates() -> Rates { Rates(today: { Current.date() }, now: { Date() }) }  // expect: current-outside-builders direct-date
func names(of rates: Rates) -> String { "\(Current.date())" }  // expect: current-outside-builders
func all() -> [Rates: Int] { print(Date()); return [:] }  // expect: direct-date
func reader() -> (Rates) -> Date { { _ in Date() } }  // expect: direct-date

final class RateClient {
  let rates: Rates = Rates(today: { Current.date() }, now: { .distantPast })  // expect: current-outside-builders
  var shared: Rates { Current.rates }  // expect: current-outside-builders
  var service: Rates { Rates(today: { self.today() }, now: { Date() }) }  // expect: none
  func today() -> Date { Date() }  // expect: none
  func tomorrow() -> Date { Date() + 86_400 }  // expect: direct-date
}

// What is between angle brackets is no protocol.
final class RatesModel: Model<Rates> {
  func refresh() { print(Current.date()) }  // expect: current-outside-builders
}
final class Tariffs: Model<Box<Rates>>, World.LiveService {
  static func make() -> Tariffs { Tariffs(Date()) }  // expect: none
}

struct Mailbox: LiveService {
  var send: @Sendable (String) -> Void
  var list: @Sendable () -> [String]
  var open: @Sendable () -> Date
  var close: @Sendable () -> Date
  var today = { Date() }  // expect: direct-date

  static var live: Mailbox {
    let server = MailServer()
    return Mailbox(send: deliver, list: { listed() }, open: MailServer.opened, close: { server.closed() })
  }
  static var mock: Mailbox { Mailbox(send: record, list: { [] }, open: { .distantPast }, close: { .distantPast }) }
  private static func listed() -> [String] { ["\(Date())"] }  // expect: none
}

func deliver(_ text: String) { print(text, Date(), Current.locale()) }  // expect: none
func record(_ text: String) { print(text, Date()) }  // expect: direct-date

final class MailServer {
  static func opened() -> Date { Date() }  // expect: none
  func closed() -> Date { Date() }  // expect: none
  func deliver() -> Date { Date() }  // expect: direct-date
}
