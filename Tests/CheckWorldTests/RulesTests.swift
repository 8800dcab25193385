import Testing

@testable import CheckWorld

/// The rules that a run checks, and what the files of a package tell each other.
struct RulesTests {
  private let shop: Shop

  init() throws {
    shop = try Shop([
      "Sources/Shop/Cart.swift": """
      import World
      func a() { show(Date()) }
      func b() { show(Current.date(), try Data(contentsOf: list)) }
      func c() { show(try Data(contentsOf: list)) }  // check-world: allow the list is in the bundle
      func d() { show(Current.date()) }  // check-world: allow it is old
      """
    ])
  }

  @Test(arguments: [
    ("default", ["2:17 direct-date", "3:17 current-outside-builders"]),
    ("direct", ["2:17 direct-date"]),
    ("direct,direct-files", ["2:17 direct-date", "3:37 direct-files"]),
    ("direct-files,direct-network", ["3:37 direct-files"]),
    ("current-outside-builders", ["3:17 current-outside-builders"]),
    ("default,direct-files", ["2:17 direct-date", "3:17 current-outside-builders", "3:37 direct-files"]),
  ])
  func aListChooses(list: String, found: [String]) throws {
    let findings = try shop.check { try? $0.read(["--rules", list]) }
    #expect(findings == found.map { "Sources/Shop/Cart.swift:" + $0 })
  }

  @Test func withoutAListTheOptionalOnesAreLeftOut() throws {
    #expect(
      Set(Rule.all.map(\.name)).subtracting(Options().rules) == [
        "direct-files", "direct-network", "singleton",
      ])
    let check = try Check(shop.package, Options())
    // A waiver of a rule that isn't checked isn't stale, and allows nothing.
    #expect(check.waivedCount == 1)
    #expect(check.findings.map(\.line) == [2, 3])
  }

  @Test func theLastListCounts() throws {
    var options = Options()
    try options.read(file: "--rules direct\n--strict")
    #expect(options.rules == Rule.names(in: "direct"))
    try options.read(["--rules", "direct-date", "--rules=direct-uuid"])
    #expect(options.rules.contains("direct-uuid"))
    #expect(!options.rules.contains("direct-date"))
    #expect(options.rules.contains("stale-waiver"))
    #expect(!options.wantsRules)
    try options.read(["--rules", "--strict"])
    #expect(options.wantsRules)
  }

  @Test func aRuleThatDoesNotExistIsNamed() {
    for list in ["dirct", "direct,", "direct direct-files", "direct-date,no"] {
      #expect(Rule.names(in: list) == nil)
    }
  }

  /// Entries of rules that aren't checked aren't stale either.
  @Test func aBaselineMayHaveOtherRules() throws {
    try shop.write("current-outside-builders\tSources/Shop/Cart.swift\tgone\n", to: "old")
    #expect(
      try shop.check {
        $0.rules = Rule.names(in: "direct") ?? []
        $0.baseline = "old"
      } == ["Sources/Shop/Cart.swift:2:17 direct-date"])
    #expect(try shop.check { $0.baseline = "old" }.count == 3)
  }

  /// Without builders, `Current` is read where it is needed.
  @Test func directAdvisesAndFixesWithoutBuilders() throws {
    var options = Options()
    options.rules = try #require(Rule.names(in: "direct"))
    let check = try Check(shop.package, options)
    #expect(
      check.findings.map(\.message) == [
        "'Date()' reads the machine's clock; take 'Current.date()', or allow it: '// check-world: allow <reason>'"
      ])
    #expect(try check.fixed().fixedCount == 1)
    #expect(try shop.read("Sources/Shop/Cart.swift").contains("func a() { show(Current.date()) }"))
    for rule in Rule.direct where rule.wayOut.contains("builder") {
      #expect(rule.wayOut.contains(Rule.inBuilder), "\(rule.name)")
    }
  }

  @Test func totalsComeLastWithTheMostFirst() throws {
    let shop = try Shop(["Sources/Shop/a.swift": "f(UUID(), Date(), UUID(), Locale.current)"])
    let text = try Report(check: Check(shop.package, Options()), workingFolder: shop.folder).text(.text)
    #expect(
      text.hasSuffix(
        """
        [direct-locale]
             2 direct-uuid
             1 direct-date
             1 direct-locale
        check-world: 1 file, 4 findings

        """))
  }

  // MARK: - What files tell each other

  @Test func aReadBehindAWrapperIsFoundWhereItIsUsed() throws {
    let shop = try Shop([
      "Sources/Shop/Environment.swift": "var today: Date { Current.date() }",
      "Sources/Shop/Cart.swift": "struct Cart { let day = today }",
    ])
    #expect(
      try Check(shop.package, Options()).findings.map(\.message) == [
        "'today', which reads 'Current', is used outside of builders, services and the entry point; "
          + "take it in a builder and pass on what it gives, or allow it: '// check-world: allow <reason>'"
      ])
  }

  /// Of other targets, what is public and imported counts, also if only one is checked.
  @Test func wrappersOfOtherTargetsArePublic() throws {
    let shop = try Shop([
      "Sources/Kit/Environment.swift": """
      public var today: Date { Current.date() }
      var hidden: Date { Current.date() }
      public enum Env { public static var zone: TimeZone { Current.timezone() } }
      @propertyWrapper public struct Dependency<Value> {
        public var wrappedValue: Value { Current[keyPath: path] }
      }
      """,
      "Sources/Shop/Cart.swift":
        "import Kit\nf(today, hidden, Env.zone)\nstruct Cart { @Dependency(\\.date) var date }",
      "Sources/Other/Cart.swift": "f(today, hidden, Env.zone)\nstruct Cart { @Dependency(\\.date) var date }",
    ])
    let found = [
      "Sources/Shop/Cart.swift:2:3 current-outside-builders",
      "Sources/Shop/Cart.swift:2:22 current-outside-builders",
      "Sources/Shop/Cart.swift:3:16 current-outside-builders",
    ]
    #expect(try shop.check() == found)
    #expect(try shop.check { $0.targets = ["Shop"] } == found)
  }

  @Test func anyFileOfATargetMayImportTheOther() throws {
    let shop = try Shop(["Sources/Kit/Environment.swift": "public var today: Date { Current.date() }"])
    try shop.write("let number = 1", to: "Sources/Shop/Number.swift")
    try shop.write("import Kit\nf(today)", to: "Sources/Shop/Cart.swift")
    #expect(try shop.check() == ["Sources/Shop/Cart.swift:2:3 current-outside-builders"])
  }

  @Test func conformancesCountInTheWholeTarget() throws {
    let use =
      "extension Sell { func run() { f(Current.date()) } }\nextension Rates { func f() { g(Date()) } }"
    let shop = try Shop([
      "Sources/Shop/Sell.swift": "struct Sell: ParsableCommand {}\nstruct Rates: World.LiveService {}",
      "Sources/Shop/Run.swift": use, "Sources/Other/Run.swift": use,
    ])
    #expect(
      try shop.check() == [
        "Sources/Other/Run.swift:1:33 current-outside-builders", "Sources/Other/Run.swift:2:32 direct-date",
      ])
  }
}
