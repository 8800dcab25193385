import Testing

@testable import CheckWorld

/// A dependency that reads itself is found, also where `Current` may be used.
struct SelfReadTests {
  private func found(_ source: String) -> [String] {
    Uses.find(in: SyntaxTree(Lexer(source).tokens), path: "a.swift", mayUseCurrent: true)
      .map { "\($0.line):\($0.column) \($0.rule)" }
  }

  @Test(arguments: [
    ("$0.date = { Current.date() + 3600 }", "1:13"),
    ("Current.timezone = {\n  Current.timezone()\n}", "2:3"),
    ("world.uuid = { [log] in if log { note() }; return Current.uuid() }", "1:51"),
    ("$0.sleep = { try await Current.sleep($0 * 2) }", "1:24"),
  ])
  func plainForms(source: String, place: String) {
    #expect(found(source) == ["\(place) self-read"])
  }

  /// Each dependency, as it is assigned a closure that reads it.
  private static let assignments = [
    "date = { Current.date() + 3600 }", "calendar = { var own = Current.calendar(); return own }",
    "timezone = { Current.timezone() }", "locale = { Locale(identifier: Current.locale().identifier) }",
    "uuid = { Current.uuid() }", "sleep = { try await Current.sleep($0 * 2) }",
    "random = World.RandomSource { Current.random.next() | 1 }", "random = .init { Current.random.next() }",
    "analytics.track = { Current.analytics.track($0.name, [:]) }",
    "analytics = World.Analytics(track: { Current.analytics.track($0.name, [:]) })",
    "settings.read = { Current.settings.read($0) }", "settings.write = { Current.settings.write($0, $1) }",
    "settings = World.Settings(read: { Current.settings.read($0) }, write: { _, _ in })",
    "settings = World.Settings(read: { _ in nil }, write: { Current.settings.write($0, $1) })",
    "payments = Payments(charge: { try await Current.payments.charge($0) })",
    "payments.charge = { try await Current[Payments.self].charge($0) }",
  ]

  @Test(
    arguments: assignments,
    [
      "Current.…", "world.…", "func f(_ newWorld: inout World) { newWorld.… }", "World.bootstrap { $0.… }",
      "withWorld { $0.… } operation: { refresh() }",
      "withWorld { draft in draft.… } operation: { refresh() }",
      "let shifted = World.mock.with { $0.… }", "@Test(.world { $0.… }) func refreshes() {}",
      "withWorld { if isLate { $0.… } } operation: { refresh() }",
    ])
  func everyDependencyInEveryForm(assignment: String, form: String) {
    let places = found(form.replacing("…", with: assignment))
    #expect(places.map { $0.split(separator: " ")[1] } == ["self-read"])
  }

  @Test(arguments: [
    "date: { Current.date() + 3600 }", "uuid: { Current.uuid() }",
    "random: World.RandomSource { Current.random.next() }",
    "sleep: { try await Current.sleep($0 * 2) }",
    "analytics: World.Analytics(track: { Current.analytics.track($0.name, [:]) })",
    "settings: World.Settings(read: { Current.settings.read($0) }, write: { _, _ in })",
  ])
  func everyClosureOfAWorld(argument: String) {
    for form in ["let world = World(…)", "Current = World.init(…)", "withWorld(World(…)) { refresh() }"] {
      let places = found("func f() { " + form.replacing("…", with: argument) + " }")
      #expect(places.map { $0.split(separator: " ")[1] } == ["self-read"])
    }
  }

  @Test(arguments: [
    "let old = $0.date\n$0.date = { old() + 3600 }", "$0.date = { Current.calendar().startOfDay() }",
    "date = { Current.date() }", "$0.date = { other }\nprint(Current.date())", "$0.title = { Current.title }",
    "if $0.date == Current.date {}", "row.date = { Current.date() }",
    "row.random = World.RandomSource { Current.random.next() }", "$0.model = Model { Current.model.date() }",
  ])
  func othersAreLeftAlone(source: String) {
    #expect(found(source) == [])
  }

  @Test func theMessageSaysWhatToDo() {
    let findings = Uses.find(
      in: SyntaxTree(Lexer("$0.date = { Current.date() }").tokens), path: "a.swift", mayUseCurrent: true)
    #expect(findings.first?.message.contains("capture the old one: 'let old = $0.date'") == true)
  }

  /// Where services are decorated most often. All else is a test's own business, also a waiver.
  @Test func aTestThatDecoratesADependencyByItselfIsFound() throws {
    let test = """
      import World
      // check-world: allow it has nothing to allow
      @Test func retries() {
        let now = Date()
        Current.api.get = { try await Current.api.get($0) + "!" }
        Current.date = { Current.date() + 3600 }
      }
      """
    let found = try Shop(["Tests/ShopTests/ShopTests.swift": test]).check()
    #expect(
      found == [
        "Tests/ShopTests/ShopTests.swift:5:33 self-read", "Tests/ShopTests/ShopTests.swift:6:20 self-read",
      ])
  }
}
