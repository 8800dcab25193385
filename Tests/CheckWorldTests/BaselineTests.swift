import Testing

@testable import CheckWorld

struct BaselineTests {
  /// A shop whose findings are written down.
  private func oldShop(_ source: String) throws -> Shop {
    let shop = try Shop(["Sources/Shop/a.swift": source])
    try shop.write(Baseline.text(of: Check(shop.package, Options()).entries), to: "old")
    return shop
  }

  private func check(_ shop: Shop) throws -> [String] { try shop.check { $0.baseline = "old" } }

  @Test func isALineAFinding() throws {
    let shop = try oldShop("  f(Date(),\tUUID())\n  Date()\r\nDate()  ")
    #expect(
      try shop.read("old") == """
        # Findings of check-world in old code. Remove lines; don't add any.
        direct-date\tSources/Shop/a.swift\tDate()
        direct-date\tSources/Shop/a.swift\tDate()
        direct-date\tSources/Shop/a.swift\tf(Date(),\tUUID())
        direct-uuid\tSources/Shop/a.swift\tf(Date(),\tUUID())

        """)
    #expect(try check(shop) == [])
  }

  @Test func itsLinesMayEndAsOnWindows() throws {
    let shop = try oldShop("Date()\nUUID()")
    try shop.write(try shop.read("old").replacing("\n", with: "\r\n"), to: "old")
    #expect(try check(shop) == [])
  }

  @Test func linesMayMove() throws {
    let shop = try oldShop("Date()")
    try shop.write("\n\n    Date()", to: "Sources/Shop/a.swift")
    #expect(try check(shop) == [])
  }

  @Test func whatIsNewIsFound() throws {
    let shop = try oldShop("Date()")
    try shop.write("Date()\nDate()", to: "Sources/Shop/a.swift")
    #expect(try check(shop) == ["Sources/Shop/a.swift:2:1 direct-date"])
    try shop.write("Date()", to: "Sources/Shop/b.swift")
    #expect(
      try check(shop) == ["Sources/Shop/a.swift:2:1 direct-date", "Sources/Shop/b.swift:1:1 direct-date"])
  }

  @Test func whatIsMendedMustLeaveIt() throws {
    let shop = try oldShop("Date()\nUUID()")
    try shop.write("UUID()", to: "Sources/Shop/a.swift")
    #expect(try check(shop) == ["old:2:1 stale-baseline"])
    // What another target has isn't known.
    try shop.write("", to: "Sources/Till/b.swift")
    #expect(
      try shop.check {
        $0.baseline = "old"
        $0.targets = ["Till"]
      } == [])
  }

  @Test func whatAnotherRuleFoundMayStay() throws {
    let shop = try oldShop("Date()\nUUID()")
    try shop.write("", to: "Sources/Shop/a.swift")
    let found = try shop.check {
      $0.baseline = "old"
      $0.rules = $0.rules.subtracting(["direct-uuid"])
    }
    #expect(found == ["old:2:1 stale-baseline"])
  }

  @Test func filesThatAreGoneMustLeaveIt() throws {
    let shop = try Shop(["Sources/Shop/a.swift": "", "old": "direct-date\tSources/Shop/b.swift\tDate()"])
    #expect(try check(shop) == ["old:1:1 stale-baseline"])
  }

  @Test func waiversAreNotInIt() throws {
    let shop = try oldShop("Date()  // check-world: allow")
    #expect(try check(shop) == ["Sources/Shop/a.swift:1:9 waiver-without-reason"])
  }

  @Test func mistakesAreExplained() throws {
    let shop = try Shop(["Sources/Shop/a.swift": "", "old": "# a comment\n\nDate()\n"])
    #expect(throws: UsageError("old:3: a line is a rule, a file and code, separated by tabs")) {
      try check(shop)
    }
    #expect(throws: UsageError("the baseline new can't be read; write it with --write-baseline new")) {
      try shop.check { $0.baseline = "new" }
    }
  }
}
