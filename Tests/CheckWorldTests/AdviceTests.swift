import Testing

@testable import CheckWorld

/// Who does what a finding says has no other finding.
struct AdviceTests {
  /// Code that each rule finds, as a part of an expression.
  private static let direct = [
    "direct-date": "Date()", "direct-clock": "ContinuousClock()", "direct-calendar": "Calendar.current",
    "calendar-without-timezone": "Calendar(identifier: .gregorian)", "direct-timezone": "TimeZone.current",
    "direct-locale": "Locale.current", "format-without-locale": "day.formatted()", "direct-uuid": "UUID()",
    "direct-random": "Int.random(in: 1...6)", "direct-sleep": "Task.sleep(for: second)",
    "direct-settings": "UserDefaults.standard",
  ]

  /// Where it stands, and whether the code there may use `Current`.
  private static let places = [
    ("main.swift", "show(…)", true),
    ("Shop.swift", "@main struct Shop { static func main() { show(…) } }", true),
    ("CartBuilder.swift", "enum CartBuilder { static func build() { show(…) } }", true),
    ("Cart.swift", "enum CartBuilder { static func build() { show(…) } }", true),
    ("Pay.swift", "struct Pay: World.LiveService { static var mock: Pay { Pay(show: { show(…) }) } }", true),
    ("Row.swift", "struct Row { static var preview: Row { Row(…) } }", true),
    ("CartModel.swift", "final class CartModel { func show() { show(…) } }", false),
    ("Kit.swift", "public func show() { show(…) }", false),
  ]

  private func findings(_ path: String, _ code: String, _ others: [String: String] = [:]) throws -> [Finding]
  {
    let files = others.merging(["Sources/Shop/\(path)": code]) { $1 }
    let shop = try Shop(files)
    return try withExtendedLifetime(shop) { try Check(shop.package, Options()).findings }
  }

  /// The code that a message names: `Current.date()`.
  private func advised(_ message: String) throws -> String {
    try String(#require(message.firstMatch(of: /'(Current[^']*)'/)?.1))
  }

  @Test func everyDirectRuleHasCode() {
    #expect(Set(Self.direct.keys) == Set(Rule.direct.map(\.name)))
  }

  @Test(arguments: direct.values.sorted(), places)
  func whatIsTakenFromTheSystem(code: String, place: (path: String, form: String, mayUseCurrent: Bool)) throws
  {
    let found = try findings(place.path, place.form.replacing("…", with: code))
    let message = try #require(found.first?.message)
    #expect(found.count == 1)
    #expect(message.contains("in a builder and pass it on") == !place.mayUseCurrent)
    let advised = try advised(message)
    if place.mayUseCurrent {
      #expect(try findings(place.path, place.form.replacing("…", with: advised)) == [])
    } else {
      let builder = "enum ShopBuilder { static func build() { Shop(\(advised)) } }"
      #expect(
        try findings(
          place.path, place.form.replacing("…", with: "given"), ["Sources/Shop/Shop.swift": builder]) == [])
    }
  }

  /// The value of a static variable can't be `Current.date()`, nor can a `deinit` read it.
  @Test(arguments: [
    (
      "CartBuilder.swift", "enum CartBuilder { static let start = Date() }",
      "make it a function or a computed property, and take 'Current.date()', or",
      "enum CartBuilder { static var start: Date { Current.date() } }"
    ),
    (
      "Cart.swift", "final class Cart { static let start = Date() }",
      "take 'Current.date()' in a builder and pass it on, or",
      "final class Cart { let start: Date }; struct CartBuilder { let cart = Cart(Current.date()) }"
    ),
    (
      "CartBuilder.swift", "final class Cart { deinit { log(Date()) } }",
      "take 'Current.date()' in a builder and pass it on, or",
      "final class Cart { deinit { log(date()) } }; struct CartBuilder { let cart = Cart(Current.date) }"
    ),
    (
      "CartBuilder.swift", "final class Cart { deinit { log(Current.date()) } }",
      "pass the object what it needs, or",
      "final class Cart { deinit { log(date()) } }; struct CartBuilder { let cart = Cart(Current.date) }"
    ),
    (
      "CartBuilder.swift", "enum CartBuilder { static let start = Current.date() }",
      "make it a function or a computed property, or",
      "enum CartBuilder { static func start() -> Date { Current.date() } }"
    ),
    (
      "Cart.swift", "final class Cart { static let start = Current.date() }",
      "take it in a builder and pass on what it gives, or",
      "final class Cart { let start: Date }; struct CartBuilder { let cart = Cart(Current.date()) }"
    ),
    (
      "Cart.swift", "final class Cart { func show() { show(Current.date()) } }",
      "take it in a builder and pass on what it gives, or",
      "final class Cart { let date: Date }; struct CartBuilder { let cart = Cart(Current.date()) }"
    ),
    (
      "Pay.swift", "struct Pay: World.LiveService { static let live = Pay(Current.date()) }",
      "read it in a closure of the service, or",
      "struct Pay: World.LiveService { static let live = Pay({ Current.date() }) }"
    ),
    (
      "Pay.swift", "struct Pay: World.LiveService { static var live: Pay { Pay(Current.date()) } }",
      "read it in a closure of the service, or",
      "struct Pay: World.LiveService { static var live: Pay { Pay({ Current.date() }) } }"
    ),
    (
      "Pay.swift", "struct Pay: World.LiveService { static let live = Pay(Current.uuid()) }",
      "read it in a closure of the service, or",
      "struct Pay: World.LiveService { static let live = Pay({ Current.uuid() }) }"
    ),
    (
      "Pay.swift",
      "struct Pay: World.LiveService { static var live: Pay { Pay(charge: { Current.pay.charge() }) } }",
      "return a value, or call what it wraps, or",
      "struct Pay: World.LiveService { static var live: Pay { Pay(charge: { gateway.charge() }) } }"
    ),
    (
      "main.swift", "Current.date = { Current.date() + 3600 }",
      "capture the old one: 'let old = Current.date', or",
      "let old = Current.date; Current.date = { old() + 3600 }"
    ),
    (
      "main.swift", "Current = World(date: { Current.date() + 3600 })",
      "capture the old one: 'let old = Current.date', or",
      "let old = Current.date; Current = World(date: { old() + 3600 })"
    ),
    (
      "Cart.swift", "func later(_ world: inout World) { world.date = { Current.date() + 3600 } }",
      "capture the old one: 'let old = world.date', or",
      "func later(_ world: inout World) { let old = world.date; world.date = { old() + 3600 } }"
    ),
    (
      "Cart.swift",
      "func later() { withWorld { $0.date = { Current.date() + 3600 } } operation: { show() } }",
      "capture the old one: 'let old = $0.date', or",
      "func later() { withWorld { let old = $0.date; $0.date = { old() + 3600 } } operation: { show() } }"
    ),
    (
      "Cart.swift", "func later() { withWorld { Current.date = fixed } operation: { show() } }",
      "write to the argument of the update: '$0.date = …', or",
      "func later() { withWorld { $0.date = fixed } operation: { show() } }"
    ),
    (
      "CartBuilder.swift",
      "enum CartBuilder { static func build() { Task.detached { show(Current.date()) } } }",
      "capture the world: 'Current.wrap { … }', or",
      "enum CartBuilder { static func build() { Task.detached(operation: Current.wrap { show(Current.date()) }) } }"
    ),
    (
      "Environment.swift", "import World\nlet Current = Environment()",
      "return a part of the world: 'var Current: some ShopWorld { World.current }', or",
      "import World\nvar Current: some ShopWorld { World.current }"
    ),
    (
      "main.swift", "World.bootstrap { $0 = .mock }",
      "make it a live one, or simulate it: '$0.use(simulation)', or",
      "World.bootstrap { $0 = .mock; $0.use(simulation) }"
    ),
    (
      "main.swift", "withWorld(.mock) { show() }",
      "make it a live one, or simulate it: '$0.use(simulation)', or",
      "World.bootstrap { $0.use(simulation) }; show()"
    ),
    (
      "Pay.swift", "struct Pay: World.LiveService { static var mock: Pay { .live } }",
      "make one with values that a test can know, or",
      "struct Pay: World.LiveService { static var mock: Pay { Pay(total: { 3 }) } }"
    ),
    (
      "Pay.swift",
      "struct Pay: World.Service { static let mock: Pay = { let log = Mutex(0); return Pay(log) }() }",
      "compute it, so that each mock world builds its own: 'static var mock: Self { … }', or",
      "struct Pay: World.Service { static var mock: Pay { let log = Mutex(0); return Pay(log) } }"
    ),
    (
      "Cart.swift", "struct Cart { static var limit = 3 }",
      "make it a 'let', or a property of a service, of which each world has its own, or",
      "struct Cart { static let limit = 3 }"
    ),
    (
      "Cart.swift", "func show() {}  // check-world: allow",
      "write '// check-world: allow <reason>'",
      "func show() { show(Date()) }  // check-world: allow it measures the machine itself"
    ),
    (
      "Cart.swift", "func show() { show(Date()) }  // check-world: permit it",
      "write '// check-world: allow <reason>', or 'allow-file' for a whole file",
      "// check-world: allow-file it measures the machine itself\nfunc show() { show(Date()) }"
    ),
    ("Cart.swift", "func show() {}  // check-world: allow it is old", "remove it", "func show() {}"),
  ])
  func whatReadsCurrent(path: String, code: String, advice: String, better: String) throws {
    let found = try findings(path, code)
    #expect(
      found.last?.message.contains("; \(advice)") == true
        || found.last?.message.contains("remove it, or \(advice)") == true, "\(found)")
    #expect(try findings(path, better) == [])
  }

  /// The system's defaults are read by the store that becomes the world's.
  @Test func aStoreReadsTheDefaults() throws {
    let store =
      "World.bootstrap { $0.settings = World.Settings(read: { UserDefaults.standard.string(forKey: $0) }) }"
    #expect(try findings("main.swift", store) == [])
  }
}
