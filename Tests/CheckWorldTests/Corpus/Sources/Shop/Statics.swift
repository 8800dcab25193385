// swift-format-ignore-file
import Foundation

var requestCount = 0  // expect: mutable-static
private var cache: [String: Data] = [:]  // expect: mutable-static
nonisolated(unsafe) var Current = Environment()  // expect: mutable-static own-current
let limit = 10  // expect: none
var version: String { "1.0" }  // expect: none

struct HeightKey: PreferenceKey {
  static var defaultValue: Double = 0  // expect: mutable-static
  static func reduce(value: inout Double, nextValue: () -> Double) { value += nextValue() }  // expect: none
}

#if DEBUG
  var isVerbose = true  // expect: mutable-static
#endif

struct Session {
  static var shared = Session()  // expect: mutable-static
  private static var tokens: [String] = []  // expect: mutable-static
  static private(set) var count: Int = 0  // expect: mutable-static
  static var handler: (() -> Void)?  // expect: mutable-static
  nonisolated(unsafe) static var delegate: Delegate?  // expect: mutable-static
  @MainActor static var screen = Screen()  // expect: mutable-static
  static var observed = 0 { didSet { notify() } }  // expect: mutable-static
  static var optional: Int? { didSet { notify() } }  // expect: mutable-static
  static var typed: Int = 0 {  // expect: mutable-static
    didSet { notify() }
  }
  static var lazyValue: Int = {  // expect: mutable-static
    3
  }()
  static let limit = 10  // expect: none
  static var name: String { "session" }  // expect: none
  static var title: String {  // expect: none
    get { "session" }
    set { print(newValue) }
  }
  static var tuple: (Int, String) { (1, "a") }  // expect: none
  @TaskLocal static var scope: Scope?  // expect: none
  static func make() -> Session { var session = Session(); return session }  // expect: none
  var count = 0  // expect: none
}

protocol Named {
  static var name: String { get }  // expect: none
  static var shared: Self { get set }  // expect: none
}

// One object for all tests.
final class Ledger {
  static let shared = Ledger()  // expect: singleton
  static let standard: Ledger = .init()  // expect: singleton
  static let own = Self.init()  // expect: singleton
  static let main: any Book = Ledger(pages: 3)  // expect: singleton
  static let pages = Ledger(pages: 3).pages  // expect: none
  static let make = { Ledger() }  // expect: none
  static var current: Ledger { Ledger() }  // expect: none
  let other = Ledger()  // expect: none
}
actor Till {
  static let shared = Till()  // expect: singleton
}
private let till = Till()  // expect: singleton
struct Coin {
  static let shared = Coin()  // expect: none
  static let formatter = Formatter()  // expect: none
}
final class Cashier: World.LiveService {
  static let live = Cashier()  // expect: none
  static let mock = Cashier()  // expect: shared-mock
}
