import Foundation
import Testing

@testable import CheckWorld

/// What `--fix` writes into files, and what it leaves alone.
struct FixTests {
  /// The file after a run, and how many fixes it has.
  private func fix(
    _ source: String, path: String = "CartBuilder.swift", others: [String: String] = [:],
    _ change: (inout Options) -> Void = { _ in }
  ) throws -> (text: String, count: Int) {
    let shop = try Shop(others.merging(["Sources/Shop/\(path)": source]) { $1 })
    var options = Options()
    change(&options)
    let check = try Check(shop.package, options).fixed()
    return (try shop.read("Sources/Shop/\(path)"), check.fixedCount)
  }

  @Test func whatHasOneAnswerIsReplaced() throws {
    let fixed = try fix(
      """
      import Foundation
      import World

      enum CartBuilder {
        static func build(at date: Date = Date(), _ names: [String]) async throws -> Cart {
          let (id, now) = (UUID(), Date.now)
          log("größer 👍 \\(Date.init()) \\(UUID.init().uuidString)")
          try await Task.sleep(for: .seconds(1))
          try await Task.sleep(for:.seconds(1))
          let style = Style(Calendar.current, TimeZone.current, locale: Locale.current.identifier)
          return Cart(id: id, ages: names.map { _ in Date().timeIntervalSince(now) })
        }

        var title: String { Date().description }
      }
      """)
    #expect(
      fixed.text == """
        import Foundation
        import World

        enum CartBuilder {
          static func build(at date: Date = Current.date(), _ names: [String]) async throws -> Cart {
            let (id, now) = (Current.uuid(), Current.date())
            log("größer 👍 \\(Current.date()) \\(Current.uuid().uuidString)")
            try await Current.sleep(.seconds(1))
            try await Current.sleep(.seconds(1))
            let style = Style(Current.calendar(), Current.timezone(), locale: Current.locale().identifier)
            return Cart(id: id, ages: names.map { _ in Current.date().timeIntervalSince(now) })
          }

          var title: String { Current.date().description }
        }
        """)
    #expect(fixed.count == 12)
    // A second run has nothing to do.
    #expect(try fix(fixed.text).count == 0)
  }

  @Test(arguments: [
    ("a type", "Cart.swift", "enum CartBuilder { static func f() { g(Date()) } }"),
    ("a service", "Cart.swift", "struct Pay: World.LiveService { static var mock: Pay { g(Date()) } }"),
    ("an entry point", "Cart.swift", "@main struct Shop { static func main() { g(Date()) } }"),
    ("a script", "main.swift", "g(Date())"),
    ("a script's function", "main.swift", "func f() { g(Date()) }"),
    ("a folder", "App/Cart.swift", "func f() { g(Date()) }"),
  ])
  func everyPlaceForCurrentIsFixed(_: String, path: String, code: String) throws {
    let fixed = try fix("import World\n" + code, path: path)
    #expect(fixed.text == "import World\n" + code.replacing("Date()", with: "Current.date()"))
    #expect(fixed.count == 1)
  }

  /// What stands around a line decides, and the bytes beside it stay as they are.
  @Test(arguments: ["\n", "\r\n"], ["", "\u{FEFF}"])
  func bytesStayAsTheyAre(newline: String, mark: String) throws {
    let lines = ["\(mark)import World", "func f() {\t/* é */ g(Date(), \"é\") // ü ", "}", ""]
    let fixed = try fix(lines.joined(separator: newline))
    #expect(
      fixed.text
        == lines.joined(separator: newline).replacing("Date()", with: "Current.date()"))
  }

  @Test(arguments: [
    // The code may not be what it looks like, or have comments in it.
    "func f() { g(.now) }", "func f() { g(Foundation.Date()) }", "func f() { g(Foundation::Date()) }",
    "func f() { g(Date( )) }",
    "func f() { g(Date(/* the start */)) }", "func f() { g(Date\n()) }", "func f() { g(\\Locale.current) }",
    "func f() { g(Date.init) }", "func f() { g(#Predicate<Cart> { $0.date < Date() }) }",
    "func f() async throws { try await Task.sleep(for: /* one */ .seconds(1)) }",
    "func f() async throws { try await Task.sleep(for:  .seconds(1)) }",
    // There are several answers, or more to change.
    "func f() { g(Int.random(in: 1...6)) }", "func f() { g(UserDefaults.standard) }",
    "func f() { g(Calendar.autoupdatingCurrent) }", "func f() { g(DispatchTime.now()) }",
    "func f() async throws { try await Task.sleep(nanoseconds: 1) }",
    "func f() async throws { try await Task.sleep(for: .seconds(1), tolerance: .zero) }",
    // It would be one test's value for all, or another scope's.
    "let start = Date()", "enum A { static let start = Date() }",
    "enum A { static let start = { Date() }() }",
    "struct A { var start = Date() }", "struct A { var make = { Date() } }",
    "struct A { lazy var a = g(Date()) }",
    "final class A { deinit { g(Date()) } }", "@Table(Date()) struct A {}",
    // It would read itself.
    "func f() { World.bootstrap { $0.date = { Date() } } }",
    // A waiver says that it is meant, and a string isn't code.
    "func f() { g(Date()) }  // check-world: allow it measures the machine", "func f() { g(\"Date()\") }",
    // `Current` is something else, or a clock of the file's own.
    "var Current: some Less { World.current }; func f() { g(Date()) }",
    "struct Date {}; func f() { g(Date()) }", "func f() { let Current = 1; g(Date()) }",
  ])
  func whatIsNotSureStays(source: String) throws {
    let source = "import World\n" + source
    #expect(try fix(source) == (source, 0))
  }

  @Test func outsideOfBuildersNothingChanges() throws {
    let source = "import World\nfunc f() { g(Date()) }"
    #expect(try fix(source, path: "Cart.swift") == (source, 0))
    // `Current` may be another module's.
    #expect(try fix("func f() { g(Date()) }") == ("func f() { g(Date()) }", 0))
  }

  @Test func aTargetWithItsOwnCurrentIsLeftAlone() throws {
    let source = "import World\nfunc f() { g(Date()) }"
    // In whichever of its files.
    for name in ["AppCurrent", "World"] {
      let own = ["Sources/Shop/\(name).swift": "var Current: some ShopWorld { World.current }"]
      #expect(try fix(source, others: own) == (source, 0))
    }
    // Another target's doesn't matter.
    let others = ["Sources/Till/Current.swift": "var Current: some ShopWorld { World.current }"]
    #expect(try fix(source, others: others).count == 1)
  }

  @Test func theBaselineIsLeftAlone() throws {
    let source = "import World\nfunc f() { g(Date()) }"
    let old = ["old": "direct-date\tSources/Shop/CartBuilder.swift\tfunc f() { g(Date()) }"]
    #expect(try fix(source, others: old) { $0.baseline = "old" } == (source, 0))
  }

  @Test func fixesOfAllFilesAreCounted() throws {
    let source = "import World\nfunc f() { g(Date()) }"
    #expect(try fix(source, others: ["Sources/Shop/TillBuilder.swift": source]).count == 2)
  }

  @Test func onlyChosenTargetsAreFixed() throws {
    let source = "import World\nfunc f() { g(Date()) }"
    let fixed = try fix(source, others: ["Sources/Till/a.swift": ""]) { $0.targets = ["Till"] }
    #expect(fixed == (source, 0))
  }

  @Test func aFileThatIsNotUTF8IsLeftAlone() throws {
    let shop = try Shop(["Sources/Shop/CartBuilder.swift": ""])
    let url = URL(fileURLWithPath: shop.folder + "/Sources/Shop/CartBuilder.swift")
    let bytes = Data("import World\n// caf".utf8) + Data([0xE9]) + Data("\nfunc f() { g(Date()) }".utf8)
    try bytes.write(to: url)
    let check = try Check(shop.package, Options()).fixed()
    #expect((check.fixedCount, check.findings.count) == (0, 1))
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func theRestIsReported() throws {
    let shop = try Shop([
      "Sources/Shop/CartBuilder.swift": "import World\nfunc f() { g(Date(), UserDefaults.standard) }"
    ])
    let check = try Check(shop.package, Options()).fixed()
    #expect(check.findings.map(\.rule) == ["direct-settings"])
    #expect(check.findings.map(\.column) == [30])
    #expect(Report(check: check, workingFolder: "/").summary == "check-world: 1 file, 1 finding, 1 fixed")
  }
}
