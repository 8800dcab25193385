import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// `@Test(.exploring(…))` from outside: each test here explores a body as the trait would a test.
struct ExploringTraitTests {
  private struct Bad: Error {}

  private func explore(
    _ trait: ExploringTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  /// The issues that a test would have, in words.
  private func issues(
    _ trait: ExploringTrait, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    let test = try #require(Test.current)
    let issues = Lock<[String]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
      issues.withLock { $0.append("\(issue)") }
      return nil
    }
    try await collector.provideScope(for: test, testCase: nil) { try await explore(trait, body) }
    return issues.withLock { $0 }
  }

  @Test(.exploring(100)) func passesWithoutAWord() async {
    #expect(Current.timezone().secondsFromGMT() <= 14 * 3_600)
  }

  @Test(.exploring(100), .world(.mock)) func startsFromTheWorldOfTheTest() {
    #expect(Test.current != nil)
    #expect(Current.uuid() != Current.uuid())
  }

  @Test func runsStartFromTheWorldOfTheTraitsAround() async throws {
    let test = try #require(Test.current)
    let seen = Lock<Set<String>>([])
    try await WorldTrait.world { $0.locale = { Locale(identifier: "eo") } }.provideScope(
      for: test, testCase: nil
    ) {
      try await explore(.exploring(20, varying: .time)) {
        seen.withLock {
          _ = $0.insert("\(Current.locale().identifier) \(Current.uuid().uuidString.suffix(1))")
        }
      }
    }
    #expect(seen.withLock { $0 } == ["eo 1"])
  }

  @Test func runsStartFromTheWorldOfEachTraitAround() async throws {
    let test = try #require(Test.current)
    let seen = Lock<Set<String>>([])
    let inner = WorldTrait.world { $0.timezone = { .gmt } }
    try await WorldTrait.world { $0.locale = { Locale(identifier: "eo") } }.provideScope(
      for: test, testCase: nil
    ) {
      try await inner.provideScope(for: test, testCase: nil) {
        try await explore(.exploring(20, varying: .time)) {
          seen.withLock {
            _ = $0.insert("\(Current.locale().identifier) \(Current.timezone().identifier)")
          }
        }
      }
    }
    #expect(seen.withLock { $0 } == ["eo GMT"])
  }

  @Test func allRunsAreOneTestThatEntersAStoredWorld() async throws {
    let (test, base) = (try #require(Test.current), World.mock)
    let issues = try await issues(.exploring(20)) {
      try await WorldTrait.world(base).provideScope(for: test, testCase: nil) { _ = Current.locale() }
    }
    #expect(issues.isEmpty)
  }

  private final class Tally: World.Service {
    let count = Atomic(0)
    static var mock: Self { Self() }
  }

  @Test func eachRunOfAStoredWorldHasMocksOfItsOwn() async throws {
    let (test, base) = (try #require(Test.current), World.mock)
    let issues = try await issues(.exploring(20)) {
      try await WorldTrait.world(base).provideScope(for: test, testCase: nil) {
        _ = Current.locale()
        #expect(Current[Tally.self].count.add(1, ordering: .relaxed).newValue == 1)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func eachRunHasAStateOfItsOwn() async throws {
    try await explore(.exploring(20)) {
      #expect(Current.settings.isNew)
      _ = Current.date()
    }
  }

  @Test func failuresOfRunsAreKeptBackButTheOneThatIsShown() async throws {
    let issues = try await issues(.exploring(1_000)) {
      let isTurkish = Current.locale().language.languageCode == "tr"
      #expect(!isTurkish)
    }
    try #require(issues.count == 2)
    #expect(issues[0].contains("The smallest difference that makes it fail: the locale is tr"))
    #expect(issues[1].contains("isTurkish"))
  }

  @Test func aThrownErrorIsTheTestsOwn() async throws {
    await #expect(throws: Bad.self) { _ = try await issues(.exploring(10)) { throw Bad() } }
  }

  @Test func aTokenRunsTheFailingRunAgain() async throws {
    let report = await World.Exploration(runs: 1_000).run {
      if Current.locale().language.languageCode == "tr" { throw Bad() }
    }
    let token = try #require(report.token)
    let runs = Lock<[String]>([])
    try await explore(.exploring(only: token)) { runs.withLock { $0.append(Current.locale().identifier) } }
    #expect(runs.withLock { $0 } == [try #require(report.failingLocale)])
  }

  @Test func tokensThatAreIncludedRunFirst() async throws {
    let report = await World.Exploration(runs: 1_000).run {
      if Current.locale().language.languageCode == "tr" { throw Bad() }
    }
    let token = try #require(report.token)
    let locales = Lock<[String]>([])
    try await explore(.exploring(3, including: [token])) {
      locales.withLock { $0.append(Current.locale().identifier) }
    }
    #expect(locales.withLock { $0.first } == report.failingLocale)
  }

  @Test func anIssueOfNoTestIsNotThatOfARun() async throws {
    let issues = try await issues(.exploring(5)) {
      _ = Current.date()
      TestFailures.$isOfNoTest.withValue(true) { _ = Issue.record("Work without its test's world") }
    }
    #expect(issues.isEmpty)
  }

  @Test func whatIsNoTokenIsReported() async throws {
    let issues = try await issues(.exploring(only: "w2:*")) {}
    #expect(issues.count == 1)
    #expect(issues.first?.contains("\"w2:*\" is no token of a run. A token begins with \"w2:\"") == true)
  }

  /// Time is the run's from its first step on.
  @Test func aSleepInTheFirstStepIsExact() async {
    let seen = Lock<[Duration]>([])
    let report = await World.Exploration(runs: 1).run {
      let duration = try await ContinuousClock().measure { try await Task.sleep(for: .seconds(3)) }
      seen.withLock { $0.append(duration) }
    }
    #expect(report.failureText == nil)
    #expect(seen.withLock { Set($0) } == [.seconds(3)])
  }

  @Test func anOldTokenIsNamedAsOld() async throws {
    let issues = try await issues(.exploring(only: "w1:tMihBgcBAQE")) {}
    #expect(issues.count == 1)
    #expect(issues.first?.contains("It is of an earlier version") == true)
  }

  @Test func onlyTheGivenDimensionsDiffer() async throws {
    let seen = Lock<Set<String>>([])
    try await explore(.exploring(200, varying: .place)) {
      seen.withLock {
        _ = $0.insert("\(Current.date().timeIntervalSinceReferenceDate) \(Current.random.next())")
      }
      _ = Current.locale()
    }
    #expect(seen.withLock { $0.count } == 1)
  }

  @Test func aDeadlockIsReportedAndLeavesNothingBehind() async throws {
    var exploration = World.Exploration(runs: 10)
    exploration.timeout = .milliseconds(1)
    let issues = try await issues(ExploringTrait(exploration: exploration)) {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.contains("deadlock: no task went on") == true)
  }

  @Test func knownIssuesOfATestStayKnown() async throws {
    try await explore(.exploring(10)) {
      _ = Current.date()
      withKnownIssue { Issue.record("known") }
    }
  }

  @Test func theEnvironmentSaysHowManyRunsOrWhich() {
    #expect(!EnvironmentOptions([:]).isSweep)
    #expect(!EnvironmentOptions(["WORLD_EXPLORE": ""]).isSweep)
    #expect(EnvironmentOptions(["WORLD_EXPLORE": "200"]).runs == 200)
    #expect(EnvironmentOptions(["SWIFT_DETERMINISTIC_HASHING": "1"]).hasSameHashes)
    #expect(!EnvironmentOptions([:]).hasSameHashes)
    #expect(EnvironmentOptions(["WORLD_EXPLORE": "w2:AgM"]).token == "w2:AgM")
    let options = EnvironmentOptions([
      "WORLD_EXPLORE": "200", "WORLD_EXPLORE_SECONDS": "600", "WORLD_EXPLORE_REPORT": "report.json",
    ])
    #expect(options.deadline.map { $0 > .now } == true)
    #expect(options.report == "report.json")
    #expect(options.problem == nil)
    #expect(!EnvironmentOptions(["WORLD_EXPLORE_SECONDS": "600"]).isSweep)
  }

  @Test(arguments: [
    ("WORLD_EXPLOR", "WORLD_EXPLORE"), ("WORLD_EXPLORE_REPORTS", "WORLD_EXPLORE_REPORT"),
    ("WOLRD_EXPLORE", "WORLD_EXPLORE"), ("WORLDS_EXPLORE_SHARD", "WORLD_EXPLORE_SHARD"),
  ])
  func aMisspeltVariableIsReported(name: String, meant: String) {
    let options = EnvironmentOptions([name: "3", "WORLD_SIZE": "4", "WORLD_LOCAL": "fr_FR"])
    #expect(options.problem == "\"\(name)\" is no variable of World. Rename it to \(meant), or unset it.")
    #expect(options.isSweep)
    #expect(EnvironmentOptions(["WORLD_SIZE": "4", "WORLD_LOCAL": "fr_FR"]).problem == nil)
  }

  @Test func aMisspeltVariableIsOneIssueOfATest() throws {
    let (code, output) = try runTests(
      library: "swift-testing", ["WORLD_TESTS_TRAITS": "1", "WORLD_EXPLOR": "3", "NO_COLOR": "1"],
      ["--filter", "TestsOfSeveralTraits"])
    #expect(code == 1)
    #expect(output.contains("with 2 tests"), "\(output)")
    #expect(output.split(separator: "\n").count { $0.contains("is no variable of World") } == 2, "\(output)")
  }

  @Test func allMisspeltVariablesAreReported() {
    let options = EnvironmentOptions(["WORLD_EXPLOR": "3", "WORLD_EXPLORE_SECOND": "60"])
    #expect(
      options.problem
        == #""WORLD_EXPLOR" is no variable of World. Rename it to WORLD_EXPLORE, or unset it. "#
        + #""WORLD_EXPLORE_SECOND" is no variable of World. Rename it to WORLD_EXPLORE_SECONDS, or unset it."#
    )
  }

  @Test(arguments: ["WRD_EXPLORE", "WOLRD_EXPLOR", "WORLDEXPLORE", "EXPLORE", "W_EXPLORE", "_EXPLORE"])
  func aVariableWithTwoMistakesIsAnotherOne(name: String) {
    #expect(EnvironmentOptions([name: "3"]).problem == nil)
  }

  @Test func eachPartHasSeedsOfItsOwn() {
    func seed(_ shard: String?) -> UInt64 {
      var exploration = World.Exploration(runs: 1, seed: 7)
      EnvironmentOptions(["WORLD_EXPLORE_SHARD": shard ?? ""]).apply(to: &exploration)
      return exploration.seed
    }
    #expect(seed(nil) == 7)
    #expect(seed("1/8") == 7)
    #expect(Set((1...8).map { seed("\($0)/8") }).count == 8)
    // Which machine takes a part doesn't matter, nor how many there are.
    #expect(seed("3/8") == seed("3/4"))
  }

  @Test(arguments: ["3", "0/8", "9/8", "-1/8", "3/8/2", "a/b", "/", " 3/8"])
  func aPartThatIsNoneIsReported(value: String) {
    let options = EnvironmentOptions(["WORLD_EXPLORE_SHARD": value])
    #expect(options.problem == "WORLD_EXPLORE_SHARD is \"\(value)\". It is a part of all, such as 3/8.")
    #expect(options.shard == nil)
  }

  @Test func noMoreRunsBeginAfterTheDeadline() async throws {
    let count = Lock(0)
    let test = try #require(Test.current)
    let trait = ExploringTrait.exploring(1_000, deadline: .zero)
    try await trait.provideScope(for: test, testCase: nil) {
      _ = Current.date()
      count.withLock { $0 += 1 }
    }
    // The first, which is run again to see whether it can be.
    #expect(count.withLock { $0 } == 2)
  }

  @Test func theEarlierDeadlineCounts() {
    let now = ContinuousClock.now
    let options = EnvironmentOptions(["WORLD_EXPLORE": "5", "WORLD_EXPLORE_SECONDS": "600"])
    var exploration = World.Exploration(runs: 1)
    for (own, isOwn) in [(Duration.seconds(5), true), (.seconds(6_000), false)] {
      exploration.deadline = now + own
      options.apply(to: &exploration)
      #expect((exploration.deadline == now + own) == isOwn)
      #expect(exploration.deadline == [now + own, options.deadline].compactMap { $0 }.min())
    }
  }

  @Test func aTestMayWaitLessForWhatIsOutside() {
    #expect(ExploringTrait.exploring(10).exploration.timeout == .seconds(5))
    #expect(ExploringTrait.exploring(10, timeout: .milliseconds(1)).exploration.timeout == .milliseconds(1))
  }

  @Test func aReportOfNothingIsReported() {
    let options = EnvironmentOptions(["WORLD_EXPLORE_REPORT": "report.json"])
    #expect(options.problem?.contains("WORLD_EXPLORE_REPORT is set without WORLD_EXPLORE.") == true)
    #expect(options.isSweep)
  }

  @Test(arguments: ["many", "0", "-3", "1.5", " 20"]) func aNumberOfRunsThatIsNoneIsReported(value: String) {
    let options = EnvironmentOptions(["WORLD_EXPLORE": value])
    #expect(options.problem?.contains("WORLD_EXPLORE is \"\(value)\".") == true)
    #expect(options.isSweep)
    #expect(options.runs == nil)
  }

  @Test(arguments: ["soon", "0", "-1", "nan", "inf"]) func secondsThatAreNoneAreReported(value: String) {
    let options = EnvironmentOptions(["WORLD_EXPLORE": "5", "WORLD_EXPLORE_SECONDS": value])
    #expect(options.problem?.contains("WORLD_EXPLORE_SECONDS is \"\(value)\".") == true)
    #expect(options.deadline == nil)
  }

  /// What is done with Swift 6.1.
  @Test func onlyGivenWorldsAreRunWhereIssuesCannotBeKeptBack() async throws {
    let report = await World.Exploration(runs: 1_000).run {
      if Current.locale().language.languageCode == "tr" { throw Bad() }
    }
    let token = try #require(report.token)
    let locales = Lock<[String?]>([])
    let trait = ExploringTrait.exploring(1_000)
    try await trait.runGivenWorlds(of: World.Exploration(runs: 1_000, including: [token]), #_sourceLocation) {
      locales.withLock { $0.append(Current.locale().identifier) }
      World.mustReach("in so few runs", if: false)
    }
    let own = World.Exploration.silentMock().locale().identifier
    #expect(locales.withLock { $0 } == [report.failingLocale, own])
    await #expect(throws: Bad.self) {
      try await trait.runGivenWorlds(of: World.Exploration(runs: 1_000), #_sourceLocation) { throw Bad() }
    }
  }
}

extension World.Exploration.Report {
  fileprivate var failingLocale: String? { failingInput?.locale }
}

extension World.Settings {
  /// Whether nothing was ever stored; stores something.
  fileprivate var isNew: Bool {
    let key = World.Settings.Key("visits", default: 0)
    defer { self[key] = 1 }
    return self[key] == 0
  }
}

/// Tests that run in a process of their own, in which a variable is misspelt.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["WORLD_TESTS_TRAITS"] != nil), .world(.mock), .exploring(2)
)
private struct TestsOfSeveralTraits {
  @Test(.world { $0.locale = { Locale(identifier: "fr_FR") } }, .exploring(3)) func both() {}
  @Test func inherited() {}
}
