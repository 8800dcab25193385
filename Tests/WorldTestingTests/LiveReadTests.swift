import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// What a test gets that has no world: the live one, whose values are reported when they are used.
struct LiveReadTests {
  /// Runs an operation whose reports of live values are these, in this order.
  private func reports<Result>(
    _ uses: String..., in operation: () async throws -> Result
  ) async throws -> Result {
    var result: Result?
    let texts = try await TestSupport.reports { result = try await operation() }.map(\.description)
    try #require(texts.count == uses.count, "\(texts)")
    for (text, use) in zip(texts, uses) {
      #expect(text.contains(" has no world of its own, and \(use), which is live. "))
      #expect(text.contains("(LiveReadTests.swift:") || text.contains("/LiveReadTests.swift:"))
      #expect(text.contains("@Test(.world(.mock))") && text.contains("@Test(.world(.live))"))
    }
    return try #require(result)
  }

  @Test func theFirstCallInATestIsReported() async throws {
    let dates = try await reports("called Current.date") { [Current.date(), Current.date()] }
    #expect(abs(dates[1].timeIntervalSinceNow) < 600)
  }

  @Test func soItIsInTheNextTest() async throws {
    _ = try await reports("called Current.date") { Current.date() }
  }

  @Test func theReportNamesTheTest() throws {
    let line = #line - 1
    withKnownIssue {
      _ = Current.date()
    } matching: {
      "\($0.comments)".contains(
        "The test theReportNamesTheTest() (WorldTestingTests/LiveReadTests.swift:\(line)) has no world")
    }
  }

  #if os(Linux) && DEBUG
    @Test func theReportIsAtTheLineThatCalls() {
      let line = #line + 2
      withKnownIssue {
        _ = Current.date()
      } matching: {
        $0.sourceLocation?.line == line
      }
    }
  #endif

  @Test func readingAClosureIsFine() async throws {
    try await reports {
      let date = Current.date
      let world = Current
      withExtendedLifetime((date, world, world.calendar)) {}
    }
  }

  @Test func eachDependencyIsReported() async throws {
    try await reports(
      "called Current.timezone", "called Current.locale", "called Current.uuid", "called Current.random",
      "called Current.sleep"
    ) {
      _ = Current.timezone()
      _ = Current.locale()
      // It is derived from the two.
      _ = Current.calendar()
      _ = Current.uuid()
      _ = Current.random.next()
      try await Current.sleep(.zero)
    }
  }

  @Test func taskOfATestIsTheTests() async throws {
    _ = try await reports("called Current.date") { await Task { Current.date() }.value }
  }

  @Test func whatAScopeDoesNotReplaceIsReported() async throws {
    try await reports("called Current.locale") {
      withWorld {
        $0.date = { .distantPast }
        $0.timezone = { .gmt }
      } operation: {
        #expect(Current.date() == .distantPast)
        #expect(Current.calendar().timeZone == .gmt)
      }
    }
  }

  @Test func aCapturedWorldIsStillNobodys() async throws {
    let world = Current
    _ = try await reports("called Current.date") { withWorld(world) { Current.date() } }
  }

  @Test func aWorldThatTheTestNamesIsNot() async throws {
    try await reports {
      withWorld(.live) {
        _ = Current.date()
        _ = Current[Clock.self].hour()
      }
      withWorld(.mock) { _ = Current.uuid() }
    }
  }

  @Test(.world(.live)) func soIsATraitThatSaysLive() async throws {
    try await reports {
      #expect(abs(Current.date().timeIntervalSinceNow) < 600)
      _ = Current[Clock.self].hour()
    }
  }

  // MARK: Services

  struct Clock: World.LiveService {
    var hour: @Sendable () -> Int
    static var live: Clock { Clock(hour: { 24 }) }
    static var mock: Clock { Clock(hour: { 12 }) }
  }

  private func hour() async throws -> Int {
    try await reports("read LiveReadTests.Clock") {
      _ = Current[Clock.self].hour()
      return Current[Clock.self].hour()
    }
  }

  @Test func aLiveServiceIsReported() async throws { #expect(try await hour() == 24) }
  @Test func soItIsInTheNextTestThoughItIsBuilt() async throws { #expect(try await hour() == 24) }

  @Test func aServiceThatIsAssignedIsNot() async throws {
    try await reports {
      withWorld {
        $0[Clock.self] = .mock
      } operation: {
        #expect(Current[Clock.self].hour() == 12)
      }
    }
  }

  /// It reads the world while it is built, and keeps a live closure.
  struct Builds: World.LiveService {
    var year: @Sendable () -> Int
    static var live: Builds {
      _ = Current.date()
      return Builds(year: { [timezone = Current.timezone] in
        timezone().secondsFromGMT() - timezone().secondsFromGMT()
      })
    }
    static var mock: Builds { Builds(year: { 2018 }) }
  }

  @Test(.world(.live)) func aServiceThatReadsTheWorldWhileItIsBuiltIsNot() async throws {
    try await reports { #expect(Current[Builds.self].year() == 0) }
  }

  // MARK: Decisions

  private let test = TestIdentity(name: "a()", framework: .swiftTesting)

  @Test func aUseIsReportedOncePerTest() {
    let reads = LiveReads(isAllowed: false, hasBegun: { true })
    #expect(reads.report("called Current.date", by: test) != nil)
    #expect(reads.report("called Current.date", by: test) == nil)
    #expect(reads.report("called Current.uuid", by: test) != nil)
    #expect(
      reads.report("called Current.date", by: TestIdentity(name: "b()", framework: .swiftTesting)) != nil)
  }

  @Test func lostWorkIsReportedOncePerProcess() throws {
    let reads = LiveReads(isAllowed: false, hasBegun: { true })
    let report = try #require(reads.report("called Current.date", by: nil))
    #expect(
      report.summary == "Work without its test's world called Current.date, which is live")
    #expect(report.fixes.contains { $0.contains("Current.wrap { … }") })
    #expect(reads.report("called Current.date", by: nil) == nil)
    #expect(reads.report("called Current.uuid", by: nil) != nil)
  }

  @Test func aHostAppThatLaunchesIsNotReported() {
    let hasBegun = Flag()
    let reads = LiveReads(isAllowed: false, hasBegun: { hasBegun.isSet })
    #expect(reads.report("called Current.date", by: nil) == nil)
    #expect(reads.report("called Current.date", by: test) != nil)
    hasBegun.set()
    #expect(reads.report("called Current.date", by: nil) != nil)
  }

  @Test func aTargetThatAllowsLiveReadsIsNotReported() {
    let reads = LiveReads(isAllowed: true, hasBegun: { true })
    #expect(reads.report("called Current.date", by: test) == nil)
    #expect(reads.report("called Current.date", by: nil) == nil)
  }

  @Test(arguments: [
    (
      TestIdentity.Framework.xcTest, "The test a() has no world of its own, and",
      "derive the XCTestCase from WorldTestCase"
    ),
    (.worldTestCase, "Work without its test's world", "Current.wrap { … }"),
    (.exitTest, "An exit test has no world, and", "withWorld(.live) { … }"),
  ])
  func eachFrameworkHasItsWayOut(framework: TestIdentity.Framework, summary: String, fix: String) throws {
    let reads = LiveReads(isAllowed: false, hasBegun: { true })
    let report = try #require(
      reads.report("called Current.date", by: TestIdentity(name: "a()", framework: framework)))
    #expect(report.summary.hasPrefix(summary))
    #expect(report.fixes.contains { $0.contains(fix) })
  }

  // MARK: In processes of their own

  #if os(Linux) || os(macOS)
    @Test func anExitTestIsReported() async {
      await withKnownIssue {
        await #expect(processExitsWith: .success) { _ = Current.date() }
      } matching: {
        "\($0.comments)".contains("An exit test has no world, and called Current.date, which is live.")
      }
    }
  #endif

  #if os(Linux)
    @Test func lostWorkFailsTheRunOnce() throws {
      // Each value once.
      for name in ["date", "uuid"] {
        let issues = try LostTests.uses.issues("Work without its test's world called Current.\(name)")
        #expect((1...2).contains(issues.count), "\(issues)")
        // A step is the test's, though it lost the test's world. Nothing is known of a queue.
        let test = name == "date" ? "detached()" : "«unknown»"
        #expect(
          issues.first?.hasPrefix(Self.place("\(test) recorded an issue at LostWork.swift:", or: test))
            == true,
          "\(issues)")
      }
      let issues = try LostTests.uses.issues("Work without its test's world called Current.date")
      #expect(issues.first?.contains("Current.wrap { … }") == true, "\(issues)")
    }

    #if compiler(>=6.2)
      @Test func anIsolatedDeinitFailsTheTestInWhichItRuns() throws {
        let issues = try LostTests.uses.issues("Work without its test's world called Current.timezone")
        #expect(issues.count == 1)
        let place = Self.place(
          "isolatedDeinit() recorded an issue at LostWork.swift:", or: "isolatedDeinit()")
        #expect(issues.first?.hasPrefix(place) == true, "\(issues)")
      }
    #endif

    @Test(arguments: [("arguments(_:)", "date"), ("condition()", "locale")])
    func whatIsEvaluatedBeforeATestFailsTheRun(test: String, value: String) throws {
      let issues = try LostTests.uses.issues("A trait or an argument of the test \(test)")
      #expect((1...2).contains(issues.count), "\(issues)")
      #expect(issues.allSatisfy { $0.contains("called Current.\(value), which is live") }, "\(issues)")
      let place = Self.place("recorded an issue at LostWork.swift:", or: "recorded")
      #expect(issues.first?.contains(place) == true, "\(issues)")
    }

    @Test(arguments: [("date", LostTests.writes), ("locale", .uses), ("timezone", .launch)])
    func lostWritesFailTheRun(change: String, tests: LostTests) throws {
      let text = "Work without its test's world wrote the process-wide world (\(change))"
      // Swift Testing may show an issue of no test twice, if several tests run.
      #expect(try (1...2).contains(tests.issues(text).count))
    }

    @Test(arguments: [("inATask", 1), ("onAQueue", 1), ("inAnExploration", 3)])
    func issuesOfWorkThatDoesNotKnowItsTestAreTheTests(test: String, count: Int) throws {
      let issues = try LostTests.uses.issues("uuid was called, but it is declared here as unimplemented")
      #expect(issues.count == 5)
      #expect(issues.count { $0.hasPrefix("\(test)() recorded an issue") } == count, "\(issues)")
    }

    @Test func workThatOutlivesItsTestOnAQueueFailsTheRun() throws {
      let (code, output) = try run(library: "swift-testing", "--filter", "LateWork")
      #expect(code == 1, "\(output)")
      #expect(output.contains("Work that was begun by the test begins()"), "\(output)")
    }

    @Test func aCancelledRunIsRejected() throws {
      let (code, output) = try run(library: "swift-testing", "--filter", "RejectedRuns")
      #expect(code == 0, "\(output)")
      #expect(!output.contains("SkipInfo"), "\(output)")
    }

    @Test(arguments: [
      (LostTests.uses, #"The event "lost" was tracked, but no sink is configured"#),
      (.writes, "Work without its test's world called Current.clock, which is live"),
    ])
    func lostUsesOfWhatALiveWorldLacksFailTheRun(tests: LostTests, text: String) throws {
      #expect(try tests.issues(text).count == 1)
    }

    @Test func aSettingThatIsCountedUpIsReportedOnceATest() throws {
      #expect(try LostTests.uses.issues("The setting \"count\" was used").count == 1)
    }

    @Test func aTestThatSetsTheProcessUpFails() throws {
      let issues = try LostTests.bootstrap.issues(
        " wrote the process-wide world (timezone), which all tests share")
      #expect(issues.count == 1, "\(issues)")
      #expect(
        issues.first?.contains("The test bootstraps() (WorldTestingTests/LostWork.swift:") == true,
        "\(issues)")
    }

    @Test func anXCTestIsReportedByName() throws {
      let (code, output) = try run(library: "xctest", "WorldTestingTests.LostXCTests")
      #expect(code == 1, "\(output)")
      #expect(
        output.contains(
          "The test LostXCTests.testHasNoWorld has no world of its own, and called Current.date, which is live."
        ),
        "\(output)")
      #expect(output.contains("Executed 2 tests, with 1 failure"), "\(output)")
      let failure = output.split(separator: "\n").first {
        $0.contains(": error: LostXCTests.testHasNoWorld : ")
      }
      #expect(failure?.contains(Self.place("/LostWork.swift:", or: "unknown:1:")) == true, "\(output)")
    }

    @Test func anXCTestThatFailsSaysThatATaskSleeps() throws {
      let (code, output) = try run(library: "xctest", "WorldTestingTests.SleepingWorldTestCases")
      #expect(code == 1, "\(output)")
      let line =
        "World: SleepingWorldTestCases.testFailsWhileATaskSleeps: Time stands still, and a task sleeps, the first for 1.5 s more. To let it go on: await Current.time.advance(by: .seconds(1.5), sleepers: 1)"
      #expect(output.contains(line), "\(output)")
    }

    /// In an optimized program nobody looks for the caller.
    private static func place(_ place: String, or unknown: String) -> String {
      #if DEBUG
        place
      #else
        unknown
      #endif
    }

    @Test(arguments: [
      (LostTests.uses, "called Current.date", "LostWork.swift:13:39:"),
      (.writes, "wrote the process-wide world (date)", "LostWork.swift:26:86:"),
      (.uses, "wrote the process-wide world (locale)", "unknown:1:1:"),
    ])
    func aFailureIsPlacedAtTheCallerOrNowhere(tests: LostTests, text: String, place: String) throws {
      let issue = try #require(tests.issues("Work without its test's world " + text).first)
      // A step's test is known, and so is its line.
      let unknown = place.hasPrefix("unknown") ? place : "LostWork.swift:"
      #expect(issue.contains("recorded an issue at \(Self.place(place, or: unknown))"), "\(issue)")
    }

    @Test func lostWorkOfAnXCTestIsReportedByName() throws {
      let (code, output) = try run(library: "xctest", "WorldTestingTests.LostWorldTestCases")
      #expect(code == 1, "\(output)")
      #expect(
        output.contains(
          "Work without its test's world called Current.date, which is live, during the test LostWorldTestCases.testDetaches."
        ),
        "\(output)")
      #expect(output.contains("Executed 1 test, with 1 failure"), "\(output)")
    }

    private func run(library: String, _ arguments: String...) throws -> (code: Int32, output: String) {
      try runTests(library: library, ["WORLD_TESTS_LOSE": "1"], arguments)
    }
  #endif
}

#if os(Linux)
  /// Tests of this target that fail, and of which none changes what another reports. They run in one process, once.
  enum LostTests: String {
    case uses =
      "Lost.detached|LostDeinits|EarlyReads|WrappedWork|LostUsers.(counts|tracks)|LostWriters.onAQueue"
    case writes = "LostUsers.measures|LostWriters.inATask"
    case launch = "LostWriters.atLaunch"
    case bootstrap = "Launches.bootstraps"

    /// The issues that the process prints and whose text has this: each with the line that says where, and the ways out.
    func issues(_ text: String) throws -> [String] {
      let (code, output) =
        switch self {
        case .uses: try Self.ofUses.get()
        case .writes: try Self.ofWrites.get()
        case .launch: try Self.ofLaunch.get()
        case .bootstrap: try Self.ofBootstrap.get()
        }
      #expect(code == 1, "\(output)")
      return output.components(separatedBy: "✘ Test ").filter { issue in
        let lines = issue.split(separator: "\n")
        // Another thread may print a line in between.
        return lines.first?.contains(" recorded an issue at ") == true
          && lines.dropFirst().first { $0.hasPrefix("↳ ") }?.contains(text) == true
      }
    }

    private typealias Printed = Result<(code: Int32, output: String), any Error>
    private static let ofUses = Printed { try uses.run() }
    private static let ofWrites = Printed { try writes.run() }
    private static let ofLaunch = Printed { try launch.run() }
    private static let ofBootstrap = Printed { try bootstrap.run() }

    private func run() throws -> (code: Int32, output: String) {
      try runTests(
        library: "swift-testing", ["WORLD_TESTS_LOSE": "1", "NO_COLOR": "1"], ["--filter", rawValue])
    }
  }
#endif
