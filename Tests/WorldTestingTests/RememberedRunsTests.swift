import Foundation
import SweepReports
import TestSupport
import Testing
import World
import WorldSimulation

@testable import WorldTesting

/// The runs of a test that failed are in a file, come first in the next exploration, and are marked when all pass.
struct RememberedRunsTests {
  private struct Bad: Error {}

  private let folder = TemporaryFolder()

  private func runs(isWritable: Bool = true) -> RememberedRuns {
    RememberedRuns(of: "ShopTests.CartTests/adds()", in: folder.url, isWritable: isWritable)
  }

  private var lines: [String] { get throws { try folder.lines(of: "ShopTests.CartTests.adds.tokens") } }

  /// Explores a body as the trait would a test, and returns the test's issues, in words.
  private func issues(
    _ remembered: RememberedRuns, runs: Int = 1_000, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let issues = Lock<[String]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
      issues.withLock { $0.append("\(issue)") }
      return nil
    }
    let trait = ExploringTrait(
      exploration: World.Exploration(runs: runs), rememberedRuns: { _ in remembered })
    try await collector.provideScope(for: test, testCase: nil) {
      do { try await trait.provideScope(for: test, testCase: nil, performing: body) } catch is Bad {}
    }
    return issues.withLock { $0 }
  }

  private static let isTurkish: @Sendable () throws -> Void = {
    if Current.locale().language.languageCode == "tr" { throw Bad() }
  }

  @Test func aRunThatFailsIsWrittenWithWhatFailed() async throws {
    let issues = try await issues(runs(), Self.isTurkish)
    #expect(
      issues.first?.contains(
        "Tests/Worlds/ShopTests.CartTests.adds.tokens: the run that failed is remembered.") == true)
    let lines = try lines
    try #require(lines.count == 3, "\(lines)")
    #expect(lines[0] == "# Runs of ShopTests.CartTests/adds() that failed. Explorations run them first.")
    #expect(lines[1] == "# threw Bad(); the locale is tr")
    #expect(Token(lines[2])?.input.locale == "tr")
    #expect(
      issues.first?.contains(
        "WORLD_EXPLORE=\(lines[2]) swift test --filter '^WorldTestingTests\\.RememberedRunsTests/aRunThat")
        == true)
  }

  @Test func aRunThatIsRememberedComesFirst() async throws {
    _ = try await issues(runs(), Self.isTurkish)
    let before = try lines
    let locales = Lock<[String]>([])
    let issues = try await issues(runs()) {
      locales.withLock { $0.append(Current.locale().identifier) }
      try Self.isTurkish()
    }
    #expect(locales.withLock { $0.first } == "tr")
    #expect(issues.first?.contains("A run that failed once fails again: threw Bad()") == true, "\(issues)")
    #expect(
      issues.first?.contains(".tokens: 1 run that failed once came first, and one still fails.") == true,
      "\(issues)")
    #expect(try lines == before)
  }

  /// Whoever repairs the cause removes it: one exploration that passes may not have seen the bug.
  @Test func aRunThatPassesStaysAndIsMarked() async throws {
    _ = try await issues(runs(), Self.isTurkish)
    let before = try lines
    for _ in 1...2 {
      let remembered = runs()
      _ = try await issues(remembered, runs: 20) { _ = Current.locale() }
      remembered.markPassed()
      #expect(try lines == [before[0], before[1], Self.mark, before[2]])
    }
    // It still comes first, and the mark goes when it fails.
    let issues = try await issues(runs(), runs: 1, Self.isTurkish)
    #expect(issues.first?.contains("A run that failed once fails again") == true, "\(issues)")
    #expect(try lines == before)
  }

  private static let mark = "# It passes now. Delete it when it is no longer needed."
  private static let markOfChange =
    "# It passes now, and isn't the run that failed, because the code has changed. Delete it when it is no longer needed."

  @Test func severalRunsThatPassAreMarked() async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    let tokens = ["tr", "ar"].map { Token(RunInput(locale: $0), trace: Trace()).text }
    try Data("# \n\(tokens.joined(separator: "\n"))\n# since May\n".utf8).write(to: file)
    let remembered = runs()
    let issues = try await issues(remembered, runs: 5) { _ = Current.locale() }
    remembered.markPassed()
    #expect(
      try lines == ["#", Self.markOfChange, tokens[0], Self.markOfChange, tokens[1], "# since May"])
    #expect(issues.isEmpty, "The file says that they have changed.")
  }

  @Test func aRunByWhichTwoCasesFailIsWrittenOnce() async throws {
    let remembered = runs()
    for number in 1...2 {
      let issues = try await issues(remembered, Self.isTurkish)
      #expect(issues.first?.contains("the run that failed is remembered") == (number == 1))
    }
    #expect(try lines.count { $0.hasPrefix("# threw") } == 1)
  }

  @Test func runsAreNotMarkedWhileTheTestFailsInAnyOtherWay() async throws {
    _ = try await issues(runs(), Self.isTurkish)
    let remembered = runs()
    // As another case of the test.
    _ = try await issues(remembered, runs: 20) { _ = Current.locale() }
    _ = try await issues(remembered) { if Current.locale().language.languageCode == "ar" { throw Bad() } }
    remembered.markPassed()
    #expect(try !lines.contains(Self.mark))
    let tokens = try lines.filter { $0.hasPrefix("w2:") }
    #expect(tokens.compactMap { Token($0)?.input.locale }.map { $0.prefix(2) } == ["tr", "ar"])
  }

  @Test(arguments: 1...2) func aTestThatHadNoTimeProvesNothing(tokens: Int) async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    let all = ["tr", "ar"].prefix(tokens).map { Token(RunInput(locale: $0), trace: Trace()).text }
    try Data((all.joined(separator: "\n") + "\n").utf8).write(to: file)
    let remembered = runs()
    let trait = ExploringTrait(
      exploration: World.Exploration(runs: 1_000), deadline: .zero, rememberedRuns: { _ in remembered })
    let collector = IssueHandlingTrait.compactMapIssues { _ in nil }
    let test = try #require(Test.current)
    try await collector.provideScope(for: test, testCase: nil) {
      try await trait.provideScope(for: test, testCase: nil) { _ = Current.locale() }
    }
    remembered.markPassed()
    #expect(try lines == all)
  }

  @Test func whatFailsInItsOwnWorldIsNotRemembered() async throws {
    let issues = try await issues(runs()) { throw Bad() }
    #expect(issues.first?.contains("remembered") == false)
    #expect(throws: (any Error).self) { try lines }
  }

  @Test func nothingIsWrittenInCI() async throws {
    let issues = try await issues(runs(isWritable: false), Self.isTurkish)
    #expect(issues.first?.contains("WORLD_EXPLORE=w2:") == true)
    #expect(throws: (any Error).self) { try lines }
  }

  @Test func linesOfOthersAreKept() async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    let token = Token(RunInput(locale: "tr"), trace: Trace()).text
    try Data("# Of Ana\r\n\r\n  # since May\r\n# it fails\r\n\(token)  \r\n\r\n# later\r\n".utf8).write(
      to: file)
    let remembered = runs()
    #expect(remembered.tokens == [token])
    #expect(remembered.problem == nil)
    _ = try await issues(remembered) { if Current.locale().language.languageCode == "ar" { throw Bad() } }
    let lines = try lines
    #expect(lines.prefix(6) == ["# Of Ana", "", "# since May", "# it fails", token, ""][...])
    #expect(lines.dropFirst(6).first == "# later")
    #expect(lines.count == 9)
  }

  @Test func aFileThatCannotBeReadStays() async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    let latin = Data([0x23, 0x20, 0xE4, 0x0A])
    try latin.write(to: file)
    let remembered = runs()
    #expect(remembered.problem?.contains("can't be read") == true)
    _ = try await issues(remembered, Self.isTurkish)
    #expect(try Data(contentsOf: file) == latin)
  }

  /// Another process, or a person, may write while the test is explored.
  @Test func whatWasWrittenMeanwhileIsKept() async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    let remembered = runs()
    try Data("# Of Ana\n# it fails\nw2:AgM\n".utf8).write(to: file)
    _ = try await issues(remembered, Self.isTurkish)
    #expect(try lines.prefix(3) == ["# Of Ana", "# it fails", "w2:AgM"][...])
    #expect(try lines.count == 5)
  }

  @Test func aLineThatIsNoTokenFailsTheTestByName() async throws {
    let file = folder.url.appending(path: "ShopTests.CartTests.adds.tokens")
    try Data("<<<<<<< HEAD\n".utf8).write(to: file)
    let issues = try await issues(runs(), runs: 3) { _ = Current.locale() }
    #expect(issues.count == 1)
    #expect(
      issues.first?.contains("\(file.path): \"<<<<<<< HEAD\" is no token of a run.") == true, "\(issues)")
  }

  @Test(arguments: [
    ("ShopTests.CartTests/adds()", "ShopTests.CartTests.adds.tokens"),
    ("ShopTests.adds()", "ShopTests.adds.tokens"),
    ("ShopTests.CartTests/adds(number:to:)", "ShopTests.CartTests.adds-number-to---"),
    ("ShopTests.`the cart`/`adds: 1/2 \"x\" ?*<>|`()", "ShopTests.-the-cart-.-adds--1.2--x--------"),
    ("ShopTests.Größe/übergroß()", "ShopTests.Gr--e.-bergro--"),
    ("ShopTests." + String(repeating: "a", count: 400) + "()", "ShopTests.aaaa"),
  ])
  func eachTestHasAFileOfItsOwn(test: String, name: String) throws {
    let file = RememberedRuns.fileName(ofTest: test)
    #expect(file.hasPrefix(name), "\(file)")
    #expect(file.utf8.count < 200)
    #expect(file.wholeMatch(of: /[A-Za-z0-9._-]+\.tokens/) != nil)
    #expect(file != RememberedRuns.fileName(ofTest: test + " "))
    try Data().write(to: folder.url.appending(path: file))
  }

  @Test func theFolderIsThatOfThePackage() throws {
    let files = FileManager.default
    let source = folder.file("Tests/ShopTests/CartTests.swift")
    try files.createDirectory(atPath: folder.file("Tests/ShopTests"), withIntermediateDirectories: true)
    try files.createDirectory(atPath: folder.file("Inner/Tests"), withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "Inner/Package.swift"))
    #expect(RememberedRuns.folder(for: source) == nil)
    try files.createDirectory(atPath: folder.file("Tests/Worlds"), withIntermediateDirectories: true)
    #expect(RememberedRuns.folder(for: source)?.path == folder.file("Tests/Worlds"))
    #expect(RememberedRuns.folder(for: folder.file("Inner/Tests/A.swift")) == nil)
    #expect(RememberedRuns.folder(for: "no/such/place/A.swift") == nil)
  }

  @Test func theTestsOwnNameIsFound() throws {
    let test = try #require(Test.current)
    let name = "WorldTestingTests.RememberedRunsTests/theTestsOwnNameIsFound()"
    #expect("\(test.id)".hasPrefix(name + "/"))
    #expect(SweepReport.name(ofTest: "\(test.id)") == name)
  }
}
