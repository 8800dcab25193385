import Testing

@testable import CheckWorld

/// What is found, where in the source, and what isn't.
struct UsesTests {
  private func found(_ source: String) -> [String] {
    Uses.find(in: SyntaxTree(Lexer(source).tokens), path: "a.swift", mayUseCurrent: false)
      .map { "\($0.line):\($0.column) \($0.rule)" }
  }

  @Test(arguments: [
    ("print(Current.date())", "1:7"),
    ("  f(Current)", "1:5"),
    ("`Current`.date()", "1:1"),
    ("\"\(#"\(Current.date())"#)\"", "1:4"),
    ("0...Current.count()", "1:5"),
    ("isLive ? Current : .mock", "1:10"),
    ("World::Current.date()", "1:8"),
    ("f(\n  world: Current\n)", "2:10"),
    ("#iff(Current)", "1:6"),
    ("{ [random = Current.random] in }", "1:13"),
    ("#if DEBUG\n  Current = .debug\n#endif", "2:3"), ("World.current.date()", "1:7"),
    ("func now() -> Date { World.current.date() + 1 }", "1:28"),
  ])
  func current(source: String, place: String) {
    #expect(found(source) == ["\(place) current-outside-builders"])
  }

  @Test(arguments: [
    "Electricity.Current", "\\Circuit.Current", "struct Weather { struct Current {} }",
    "{ var Current: World }",
    "case Current",
    "measure(Current: 3)", "measure(at: 2, Current: 3)", "{ @Current var x }", "Currently()", "current",
    "// Current", "\"Current\"",
    "import var World.Current", "var Current: some ChatWorld { World.current }",
    "public var Current: any ChatWorld {\n  get { World.current }\n}",
  ])
  func othersOfThatName(source: String) {
    #expect(found(source) == [])
  }

  @Test(arguments: [
    ("Date()", "1:1", "date"), ("Date.init()", "1:1", "date"), ("x = Date.now", "1:5", "date"),
    ("Date (\n)", "1:1", "date"), ("Foundation.Date()", "1:12", "date"), ("f(Date(), 1)", "1:3", "date"),
    ("Date(timeIntervalSinceNow: 60)", "1:1", "date"), ("due.timeIntervalSinceNow", "1:4", "date"),
    ("\"\(#"\(Date())"#)\"", "1:4", "date"), ("f(.now)", "1:3", "date"),
    ("let a: Date = .now", "1:15", "date"),
    ("due < .now", "1:7", "date"), ("a ? .now : b", "1:5", "date"), ("return .now", "1:8", "date"),
    ("due ..< .now", "1:9", "date"), ("after(deadline: .now() + 1)", "1:17", "clock"),
    ("if case .late = state, due < .now {}", "1:30", "date"), ("case .a: f(.now)", "1:12", "date"),
    ("ContinuousClock.now", "1:1", "clock"), ("ContinuousClock().now", "1:1", "clock"),
    ("SuspendingClock.Instant.now", "1:1", "clock"), ("DispatchTime.now()", "1:1", "clock"),
    ("Calendar.current.timeZone", "1:1", "calendar"), ("Calendar.autoupdatingCurrent", "1:1", "calendar"),
    ("let myCalendar: Calendar = .current", "1:17", "calendar"),
    ("TimeZone.current", "1:1", "timezone"), ("formatter.timeZone = .current", "1:11", "timezone"),
    ("style(timeZone: .autoupdatingCurrent)", "1:7", "timezone"),
    ("Locale.current", "1:1", "locale"), ("init(locale: Locale = .current)", "1:14", "locale"),
    ("f(\n  locale: .current)", "2:3", "locale"),
    ("UUID()", "1:1", "uuid"), ("let id = UUID.init().uuidString", "1:10", "uuid"),
    ("Int.random(in: 1...6)", "1:1", "random"), ("Double.random(in: f(using: 1))", "1:1", "random"),
    ("let x: Int = .random(in: 1...6)", "1:14", "random"), ("Bool.random()", "1:1", "random"),
    ("cards.shuffled()", "1:6", "random"), ("cards[1].randomElement()", "1:9", "random"),
    ("cards\n  .shuffle()", "2:3", "random"), ("SystemRandomNumberGenerator()", "1:1", "random"),
    ("try await Task.sleep(for: .seconds(1))", "1:11", "sleep"),
    ("Task<Never, Never>.sleep(nanoseconds: 1)", "1:1", "sleep"),
    ("Thread.sleep(forTimeInterval: 1)", "1:1", "sleep"),
    ("UserDefaults.standard.bool(forKey: key)", "1:1", "settings"),
    ("UserDefaults(suiteName: name)", "1:1", "settings"),
  ])
  func takenFromTheSystem(source: String, place: String, rule: String) {
    #expect(found(source) == ["\(place) direct-\(rule)"])
  }

  @Test(arguments: [
    "Date(timeIntervalSince1970: 0)", "Date(timeIntervalSinceReferenceDate: 0)", "[Date]()", "x as? Date",
    "Tasting.Date()", "builder.Date()", "myDate()", "// Date()", "\"Date()\"",
    // A value's `now` may be of any clock; a type's that isn't known, of anything.
    "clock.now", "day.now", "Schedule.now", "call()?.now", "days[0].now", "clock\n  .now", "box!.now",
    "Box<Int>.now",
    "enum Due { case soon, now, later }; f(.now)",
    "case .now:", "case .soon, .now: break", "if case .now = priority {}", "case .at(.now): break",
    "UUID(uuidString: text)", "UUID.zero", "locale.calendar",
    // Who is meant isn't known.
    "Test.current", "Scope = .current", "thread(.current)", "zone ?? .current",
    "Int.random(in: 1...6, using: &generator)", ".random(in: range(1, 2), using: &generator)",
    "cards.shuffled(using: &generator)", "cards.shuffle(using: &generator)", "dice.random(in: 1...6)",
    "random()",
    "Current { Int.random(in: 1...6, using: &$0) }".replacing("Current", with: "random"),
    "clock.sleep(for: .seconds(1))", "Task { sleep() }", "UserDefaults.didChangeNotification",
  ])
  func othersOfTheirNames(source: String) {
    #expect(found(source) == [])
  }

  /// Each message says what to write instead.
  @Test(arguments: [
    (
      "struct A { let now = Date() }",
      "'Date()' reads the machine's clock; take 'Current.date()' in a builder and pass it on"
    ),
    (
      "struct A { let clock = ContinuousClock() }",
      "'ContinuousClock()' reads the machine's clock; take 'Current.clock' in a builder and pass it on"
    ),
    (
      "struct A { func f() { g(Current.date()) } }",
      "'Current' is used outside of builders, services and the entry point; "
        + "take it in a builder and pass on what it gives"
    ),
    (
      "final class A { deinit { g(Current.date()) } }",
      "'Current' in a deinit is the world of the code that releases the object; pass the object what it needs"
    ),
    (
      "struct A { static let start = Current.date() }",
      "'Current' is read once by the value of a static or global variable, which keeps the world of its first reader "
        + "for all tests; take it in a builder and pass on what it gives"
    ),
    (
      "struct A: World.Service { static var mock: A { A(at: Current.date()) } }",
      "'Current.date()' is read once, when 'mock' is built; read it in a closure of the service"
    ),
    (
      "struct A: World.Service { static var mock: A { A(pay: Current.pay.charge) } }",
      "'Current' is read once, when 'mock' is built; read it in a closure of the service"
    ),
    (
      "func f() { withWorld { Current.date = fixed } operation: { g() } }",
      "'Current.date' is written inside an update, which changes the world around and not the new one; "
        + "write to the argument of the update: '$0.date = …'"
    ),
    (
      "struct A { static var cache = 0 }",
      "'static var cache' is shared by all tests; "
        + "make it a 'let', or a property of a service, of which each world has its own"
    ),
    (
      "struct A { func f(_ date: Date) -> String { date.formatted() } }",
      "'.formatted()' formats in the machine's language; format with a locale: take 'Current.locale()' in a builder and pass it on"
    ),
    (
      "struct A { let calendar = Calendar(identifier: .gregorian) }",
      "'Calendar(identifier:)' has the machine's time zone; "
        + "set its 'timeZone', or take 'Current.calendar()' in a builder and pass it on"
    ),
    (
      "func f() { $0.date = { Current.date() + 3600 } }",
      "'Current.date' is read by the closure that becomes it, which so calls itself; "
        + "capture the old one: 'let old = $0.date'"
    ),
    (
      "var Current = World()",
      "'Current' hides the library's, which scopes and tests change; remove it, or return a part of the world: "
        + "'var Current: some ShopWorld { World.current }'"
    ),
    (
      "World.bootstrap { $0 = .mock }",
      "'.mock' is a world that the program runs in; make it a live one, or simulate it: '$0.use(simulation)'"
    ),
    (
      "func f() { $0.pay.charge = { Current.pay.charge() } }",
      "'Current.pay.charge' is read by the closure that becomes it, which so calls itself; "
        + "capture the old one: 'let old = $0.pay.charge'"
    ),
  ])
  func everyMistakeNamesItsWaysOut(source: String, message: String) {
    let findings = Uses.find(
      in: SyntaxTree(Lexer(source).tokens), path: "a.swift", mayUseCurrent: message.hasPrefix("'Current.pay")
    ).filter { $0.rule != "mutable-static" || message.contains("static") }
    #expect(findings.map(\.message) == [message + ", or allow it: '// check-world: allow <reason>'"])
  }

  @Test func severalComeInOrder() {
    #expect(
      found("f(Current.date(), Date())\nUUID()") == [
        "1:3 current-outside-builders", "1:19 direct-date", "2:1 direct-uuid",
      ])
  }

  @Test func saysWhatAndWhatInstead() {
    let code = Lexer("Int\n  .random(in: 1...6)").tokens
    let uses = Uses.find(in: SyntaxTree(code), path: "a.swift", mayUseCurrent: true)
    #expect(
      uses.map(\.message) == [
        "'Int .random(in:)' draws from the system's generator; take 'Current.random', "
          + "or allow it: '// check-world: allow <reason>'"
      ])
  }
}
