import Testing

@testable import CheckWorld

/// Which files are checked, and which may use `Current`.
struct CheckTests {
  @Test(arguments: [
    "App/Launch.swift", "Builders/Cart.swift", "Cart/Builders/Cart.swift", "CartBuilder.swift", "main.swift",
  ])
  func buildersMayUseCurrent(path: String) throws {
    #expect(try Shop(["Sources/Shop/\(path)": "Current.date()"]).check() == [])
    // But what it provides they take from it, too.
    #expect(
      try Shop(["Sources/Shop/\(path)": "Date()"]).check() == ["Sources/Shop/\(path):1:1 direct-date"])
  }

  @Test func theEntryPointMayUseCurrent() throws {
    #expect(
      try Shop(["Sources/Shop/Shop.swift": "@main struct Shop { let now = Current.date() }"]).check() == [])
  }

  @Test func aTargetCalledAppIsNoEntryPoint() throws {
    let shop = try Shop(["Sources/App/Cart.swift": "Current.date()"])
    #expect(try shop.check() == ["Sources/App/Cart.swift:1:1 current-outside-builders"])
  }

  @Test func moreFilesMay() throws {
    let shop = try Shop([
      "Sources/Shop/Roots/A.swift": "Current.date()", "Sources/Shop/B.swift": "Current.date()",
    ])
    #expect(
      try shop.check { $0.mayUseCurrent = [Glob("Roots")] } == [
        "Sources/Shop/B.swift:1:1 current-outside-builders"
      ])
    #expect(try shop.check { $0.mayUseCurrent = [Glob("Sources/Shop")] } == [])
    let error = UsageError("--may-use-current Rots: there is no such source; correct or remove it")
    #expect(throws: error) { try shop.check { $0.mayUseCurrent = [Glob("Rots")] } }
  }

  @Test func targetsAreChosen() throws {
    let shop = try Shop(["Sources/A/a.swift": "UUID()", "Sources/B/b.swift": "Date()\n UUID()"])
    #expect(
      try shop.check() == [
        "Sources/A/a.swift:1:1 direct-uuid", "Sources/B/b.swift:1:1 direct-date",
        "Sources/B/b.swift:2:2 direct-uuid",
      ])
    #expect(try shop.check { $0.targets = ["A"] } == ["Sources/A/a.swift:1:1 direct-uuid"])
    #expect(throws: UsageError("there is no target 'C' to check; there are A, B")) {
      try shop.check { $0.targets = ["A", "C"] }
    }
  }

  @Test func findingsComeByFileAndLine() throws {
    let shop = try Shop([
      "Sources/B/a.swift": "Date()", "Sources/A/b.swift": "UUID(); Date()\n// check-world: allow\nUUID()",
      "Sources/A/a.swift": "Date()",
    ])
    #expect(
      try shop.check() == [
        "Sources/A/a.swift:1:1 direct-date", "Sources/A/b.swift:1:1 direct-uuid",
        "Sources/A/b.swift:1:9 direct-date", "Sources/A/b.swift:2:1 waiver-without-reason",
        "Sources/A/b.swift:3:1 direct-uuid", "Sources/B/a.swift:1:1 direct-date",
      ])
  }

  /// Without an entry point and builders, the first line says which rules libraries want.
  @Test(arguments: [
    ("Kit.swift", "func show() { show(Date()) }", []),
    ("main.swift", "show(Date())", nil), ("CartBuilder.swift", "func show() { show(Date()) }", nil),
    ("Kit.swift", "@main struct Shop { func show() { show(Date()) } }", nil),
    ("Kit.swift", "struct CartBuilder { func show() { show(Date()) } }", nil),
    ("Kit.swift", "func show() { show(Date()) }", ["--rules", "direct"]),
    ("Kit.swift", "func show() { show(Date()) }", ["--may-use-current", "Kit.swift"]),
    ("Kit.swift", "func show() {}", nil),
  ])
  func librariesAreTold(path: String, code: String, words: [String]?) throws {
    let shop = try Shop(["Sources/Kit/\(path)": code])
    var options = Options()
    try options.read(words ?? [])
    let report = Report(check: try Check(shop.package, options), workingFolder: shop.folder)
    let hint = "check-world: Kit: no entry point and no builders; '--rules direct' is for libraries\n"
    for format in [Report.Format.text, .github] {
      #expect(try report.text(format).hasPrefix(hint) == (words == []))
    }
    #expect(try !report.text(.json).contains("no entry point"))
  }

  @Test func manyLibrariesAreCounted() throws {
    let names = ["D", "B", "A", "C"]
    func hint(_ names: ArraySlice<String>) throws -> String? {
      let shop = try Shop(
        Dictionary(uniqueKeysWithValues: names.map { ("Sources/\($0)/a.swift", "show(Date())") }))
      let report = Report(check: try Check(shop.package, Options()), workingFolder: shop.folder)
      return try report.text(.text).split(separator: ";").first.map(String.init)
    }
    #expect(try hint(names[..<3]) == "check-world: A, B, D: no entry point and no builders")
    #expect(try hint(names[...]) == "check-world: 4 targets: no entry point and no builders")
  }

  /// It hides nothing from those who don't import the library.
  @Test func anOwnCurrentIsFoundWhereTheTargetImportsTheLibrary() throws {
    let shop = try Shop([
      "Sources/Shop/Environment.swift": "let Current = Environment()",
      "Sources/Shop/Cart.swift": "import World",
      "Sources/Old/Environment.swift": "let Current = Environment()",
    ])
    #expect(try shop.check() == ["Sources/Shop/Environment.swift:1:5 own-current"])
  }

  @Test func anyFileOfATargetMayImportIt() throws {
    for (first, last) in [("a", "b"), ("b", "a")] {
      let shop = try Shop([
        "Sources/Shop/\(first).swift": "let Current = Environment()",
        "Sources/Shop/\(last).swift": "import World",
      ])
      #expect(try shop.check() == ["Sources/Shop/\(first).swift:1:5 own-current"])
    }
  }
}
