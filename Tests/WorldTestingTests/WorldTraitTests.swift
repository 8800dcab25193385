import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
struct WorldTraitTests {
  @Test func anUpdateAloneStartsFromTheMockWorld() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.date() == World.mock.date())
  }

  @Test(.world { $0.timezone = { TimeZone(identifier: "Asia/Tokyo")! } })
  func aTestsUpdateIsMadeToItsSuitesWorld() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
  }

  @Test(.world(.mock)) func aTestsWorldReplacesItsSuites() {
    #expect(Current.locale().identifier == "en_GB")
  }

  @Test(.world { $0.locale = { Locale(identifier: "de_DE") } }, .world { $0.timezone = { .gmt } })
  func traitsOfOneTestComposeInTheirOrder() {
    #expect(Current.locale().identifier == "de_DE")
    #expect(Current.timezone() == .gmt)
  }

  @Suite(.world { $0.timezone = { TimeZone(identifier: "Europe/Paris") ?? .gmt } })
  struct Nested {
    @Test func suitesComposeOutermostFirst() {
      #expect(Current.locale().identifier == "fr_FR")
      #expect(Current.timezone().identifier == "Europe/Paris")
    }

    @Suite(
      .world { $0.locale = { [outer = $0.locale] in Locale(identifier: outer().identifier + "_POSIX") } })
    struct Deeper {
      @Test func anInnerUpdateSeesTheOuterOne() {
        #expect(Current.locale().identifier == "fr_FR_POSIX")
        #expect(Current.timezone().identifier == "Europe/Paris")
      }
    }
  }

  @Test(arguments: 0..<20) func eachArgumentHasAScopeOfItsOwn(number: Int) async {
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
    #expect(Current.settings.read("number") == nil)
    Current.settings.write("number", .int(number))
    Current.date = { Date(timeIntervalSince1970: Double(number)) }
    for _ in 0..<10 {
      await Task.yield()
      #expect(Current.settings.read("number") == .int(number))
      #expect(Current.date().timeIntervalSince1970 == Double(number))
    }
  }

  /// The cases must run at the same time to pass. This test begins both, as Swift Testing does unless it runs one test at a time.
  @Test(.timeLimit(.minutes(120))) func casesRunInParallel() async throws {
    let test = try #require(Test.current)
    // Each side is open when its case has begun.
    let sides = [AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for side in 0...1 {
        group.addTask {
          let trait = WorldTrait.world(.mock) { $0.locale = { Locale(identifier: "fr_FR") } }
          try await trait.provideScope(for: test, testCase: nil) {
            sides[side].continuation.finish()
            for await _ in sides[1 - side].stream {}
            #expect(Current.locale().identifier == "fr_FR")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}

@Suite(.world(.mock))
struct StatefulWorldTests {
  @Test(arguments: 0..<10) func casesDoNotShareWhatTheMockWorldCounts(number: Int) {
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
    #expect(Current.random.next() == World.mock.random.next())
  }
}

/// A test's change is made to its suite's world.
@Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
struct ChangedSuiteWorldTests {
  @Test(.world { $0.date = { .distantPast } }) func aTestKeepsWhatItsSuiteChanged() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.date() == .distantPast)
  }
}

/// A mock world is a test's own: what `World.mock` returned is entered by one test.
struct SharedWorldTests {
  /// Runs a body as a test with the trait would be run.
  private func runAsTest(
    _ trait: WorldTrait, _ body: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    let test = try #require(Test.current)
    try await trait.provideScope(for: test, testCase: nil, performing: body)
  }

  @Test func theSecondTestThatEntersAStoredMockWorldIsReported() async throws {
    let base = World.mock
    let first = try await reports { try await runAsTest(.world(base)) }
    #expect(first.isEmpty)
    let second = try await reports {
      try await runAsTest(.world(base) { $0.locale = { .init(identifier: "fr") } })
    }
    #expect(
      second.isOne(
        saying: "enters a mock world that the test theSecondTestThatEntersAStoredMockWorldIsReported()",
        "share its time, identifiers, random numbers, settings and mocks", "a computed property"))
  }

  @Test func aWorldThatIsMadeForEachTestIsNot() async throws {
    for _ in 1...2 { #expect(try await reports { try await runAsTest(.world(.mock)) }.isEmpty) }
  }

  @Test func norIsATestWhoseTraitsChangeOneWorld() async throws {
    let issues = try await reports {
      try await runAsTest(.world(.mock)) {
        let test = try #require(Test.current)
        try await WorldTrait.world { $0.timezone = { .gmt } }.provideScope(for: test, testCase: nil) {
          #expect(Current.timezone() == .gmt)
        }
      }
    }
    #expect(issues.isEmpty)
  }
}

#if compiler(>=6.2)
  /// Returns the comments of the issues of an operation, which fail no test.
  func commentsOfIssues(in operation: @escaping @Sendable (Test) async throws -> Void) async throws
    -> [String]
  {
    let comments = Locked<[String]>([])
    let test = try #require(Test.current)
    let handler = IssueHandlingTrait.compactMapIssues { issue in
      comments.withLock { $0 += issue.comments.map(\.rawValue) }
      return nil
    }
    try await handler.provideScope(for: test, testCase: nil) { try await operation(test) }
    return comments.value
  }

  /// Runs an operation as a test with `.world(.mock)`, and returns the comments of its issues.
  func commentsInMockWorld(_ operation: @escaping @Sendable () async throws -> Void) async throws -> [String]
  {
    try await commentsOfIssues(in: { test in
      try await WorldTrait.world(.mock).provideScope(for: test, testCase: nil, performing: operation)
    })
  }

  /// A closure that is assigned as the date doesn't follow sleeps.
  struct AssignedDateTests {
    @Test(arguments: [true, false], [0, 60])
    func anIssueSaysThatItStoodStill(isAssigned: Bool, seconds: Int) async throws {
      let comments = try await commentsInMockWorld {
        if isAssigned { Current.date = { .distantPast } }
        let sleeper = Task { try await Current.sleep(.seconds(seconds)) }
        await Current.time.advance(by: .seconds(seconds))
        try await sleeper.value
        Issue.record("it fails")
      }
      let words =
        "Current.date was assigned, and doesn't follow Current.sleep and Current.clock, for which 60.0 s passed in the "
        + "test. To move them together: Current.use(TimeMachine(frozenAt: date))"
      #expect(comments == (isAssigned && seconds > 0 ? ["it fails", words] : ["it fails"]))
    }

    @Test func ofAnotherTimeMachineItSaysNothing() async throws {
      let comments = try await commentsInMockWorld {
        Current.use(TimeMachine(frozenAt: .distantFuture))
        Current.date = { .distantPast }
        Issue.record("it fails")
      }
      #expect(comments == ["it fails"])
    }
  }
#endif

/// What `World(…)` isn't given is live, though nobody called the world live.
@Suite(.world(.mock))
struct PartlyLiveWorldTests {
  @Test func itsLiveValuesAreReported() {
    let issues = reports {
      Current = World(date: { .distantPast }, locale: Locale(identifier: "fr_FR"))
      #expect(Current.date() == .distantPast)
      #expect(Current.locale().identifier == "fr_FR")
      _ = Current.uuid()
    }
    #expect(
      issues.isOne(
        saying: "itsLiveValuesAreReported()", "called Current.uuid, which is live", "World(…)",
        "World.mock.with"))
  }

  struct Payments: World.LiveService {
    var charge: @Sendable () -> String
    static var live: Payments { Payments(charge: { "paid" }) }
    static var mock: Payments { Payments(charge: { "mock" }) }
  }

  @Test func soAreItsLiveServices() {
    let issues = reports {
      Current = World(date: { .distantPast })
      #expect(Current[Payments.self].charge() == "paid")
    }
    #expect(issues.isOne(saying: "soAreItsLiveServices()", "Payments", "which is live"))
  }

  @Test func soAreThoseOfAScope() {
    let issues = reports { withWorld(World(date: { .distantPast })) { _ = Current.timezone() } }
    #expect(issues.isOne(saying: "called Current.timezone, which is live", "made by World(…)"))
  }

  @Test func soAreThoseOfAllSpellings() {
    #expect(reports { withWorld(World()) { _ = Current.uuid() } }.isOne(saying: "called Current.uuid"))
    let changed = World().with { $0.uuid = { UUID() } }
    #expect(
      reports { withWorld(changed) { _ = (Current.uuid(), Current.date()) } }.isOne(
        saying: "called Current.date"))
  }

  @Test func thoseOfTheLiveWorldAreNot() {
    #expect(reports { withWorld(.live.with { $0.date = { .distantPast } }) { _ = Current.uuid() } }.isEmpty)
    #expect(reports { withWorld(.live) { _ = Current.locale() } }.isEmpty)
  }
}

#if compiler(>=6.2)
  /// A trait that discards another one isn't silent.
  @Suite(.world { $0.locale = { Locale(identifier: "fr_FR") } })
  struct DiscardedTraitTests {
    /// Removes the issues with a text, which the test waits for.
    private static func removing(_ text: String, _ count: Locked<Int> = Locked(0)) -> IssueHandlingTrait {
      .filterIssues { issue in
        let isExpected = issue.comments.contains { $0.rawValue.contains(text) }
        if isExpected { count.withLock { $0 += 1 } }
        return !isExpected
      }
    }

    private static let ofATest = Locked(0)

    @Test(
      removing(
        "The test's trait .world(…) discards the trait .world before it, and what that assigned (timezone, locale)",
        ofATest),
      .world { $0.timezone = { .gmt } }, .world(.mock))
    func ofTwoTraitsOfATestTheSecondIsAnIssue() {
      #expect(Self.ofATest.value == 1)
      #expect(Current.timezone().identifier == "Europe/London")
    }

    @Test(.world(.mock), .world { $0.timezone = { .gmt } }) func aChangeOfTheFirstIsNot() {
      #expect(Current.timezone() == .gmt)
    }

    private static let ofASuite = Locked(0)

    @Test(
      removing("The trait .world(…) discards what the suite's traits assigned (locale).", ofASuite),
      .world(.mock) { $0.timezone = { .gmt } })
    func aFailureSaysThatTheSuitesChangesAreLost() {
      #expect(Self.ofASuite.value == 0)
      Issue.record("it fails")
      #expect(Self.ofASuite.value == 1)
    }

    private static let ofAScope = Locked(0)

    @Test(
      removing(
        "A withWorld(…) replaced the test's world here, and what the test's traits assigned (timezone, locale).",
        ofAScope),
      .world { $0.timezone = { .gmt } })
    func aFailureSaysThatTheTestsChangesAreLost() {
      withWorld(.mock) { _ = Issue.record("it fails") }
      #expect(Self.ofAScope.value == 1)
    }
  }
#endif
