// swift-format-ignore-file
import World

private let startedAt = Current.date()  // expect: current-in-static
var lastSeen = Current.date()  // expect: current-in-static mutable-static
let world = Current  // expect: current-in-static
let isLate: Bool = if Current.date() > deadline { true } else { false }  // expect: current-in-static
let zone = {
  Current.timezone()  // expect: current-in-static
}()
let makeDate: @Sendable () -> Date = { Current.date() }  // expect: none
var now: Date { Current.date() }  // expect: none
func started() -> Date { let date = Current.date(); return date }  // expect: none

enum Frozen {
  static let date = Current.date()  // expect: current-in-static
  static let service = Current[Payments.self]  // expect: current-in-static
  static let copied = Current.date  // expect: current-in-static
  static let model = Model(
    locale: Current.locale(),  // expect: current-in-static
    now: { Current.date() })  // expect: none
  private static let nested: Date = { Current.date() }()  // expect: current-in-static
  static let named = withWorld(.mock) { Current.date() }  // expect: none
  static let later: @Sendable () -> Date = { Current.date() }  // expect: none
  static var computed: Date { Current.date() }  // expect: none
  static var observed = 1 { didSet { log(Current.date()) } }  // expect: mutable-static
  static func make() -> Date { Current.date() }  // expect: none
  static let number = 42  // expect: none
  @TaskLocal static var scope = Current  // expect: current-in-static
  let date = Current.date()  // expect: none
  lazy var locale = Current.locale()  // expect: none
}

func local() {
  struct Other { static let frozen = Current.locale() }  // expect: current-in-static
  let global = Current.date()  // expect: none
}

struct Shipping: World.LiveService {
  static let live = Shipping(started: Current.date(), now: { Current.date() })  // expect: current-in-static
  static var mock: Shipping { Shipping(started: Current.date(), now: { Current.date() }) }  // expect: current-in-static
}
