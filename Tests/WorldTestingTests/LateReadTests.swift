import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// What happens when work outlives its test. The tests here stand in for the tests that end too early: they
/// provide scopes with the trait, as Swift Testing does, and look on from outside.
@Suite
struct LateReadTests {
  /// Runs a body as a test with the trait would be run; the test is over when this returns.
  private func runAsTest(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let test = try #require(Test.current)
    try await WorldTrait.world(.mock).provideScope(for: test, testCase: nil, performing: body)
  }

  /// Runs work that outlives its test and is reported, once, with the place of the test.
  private func expectLateReport(_ operation: () async throws -> Void) async throws {
    let issues = try await reports(operation)
    #expect(issues.isOne(saying: "still uses Current after the test ended", "LateReadTests.swift:"))
  }

  /// Runs a test that begins late work and ends; lets the work go on, and hands back what it returned.
  private func outliveTest<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, in begin: @escaping @Sendable (() -> Void) -> Void = { $0() }
  ) async throws -> Value {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let late = Mutex<Task<Value, Never>?>(nil)
    try await runAsTest {
      Current.locale = { .init(identifier: "fr_FR") }
      begin {
        late.withLock {
          $0 = Task {
            for await _ in gate {}
            return work()
          }
        }
      }
    }
    opener.finish()
    return try await #require(late.withLock { $0 }).value
  }

  @Test func aLateReadSeesItsOwnTestsWorldAndIsReportedOnceWithItsOrigin() async throws {
    try await expectLateReport {
      let seen = try await outliveTest { [Current.locale().identifier, Current.locale().identifier] }
      #expect(seen == ["fr_FR", "fr_FR"])
    }
  }

  @Test func theReportFailsTheTestThatBeganTheWork() async throws {
    try await withKnownIssue {
      _ = try await outliveTest { Current.date() }
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("still uses Current after the test ended") }
    }
  }

  @Test func aLateWriteInAnInnerScopeIsReportedToo() async throws {
    try await expectLateReport {
      let seen = try await outliveTest {
        Current.timezone = { .gmt }
        return Current.timezone()
      } in: { begin in
        withWorld {
          $0.timezone = { .current }
        } operation: {
          begin()
        }
      }
      #expect(seen == .gmt)
    }
  }

  @Test func lateWorkThatOnlyWritesIsReportedToo() async throws {
    try await expectLateReport {
      try await outliveTest { Current.timezone = { .gmt } }
    }
  }

  @Test func lateWorkThatOnlyEntersAScopeIsReportedToo() async throws {
    try await expectLateReport {
      try await outliveTest {
        withWorld {
          $0.timezone = { .gmt }
        } operation: {
        }
      }
    }
  }

  @Test func aLateReadInAnotherWorldThatTheTestEnteredIsReportedToo() async throws {
    try await expectLateReport {
      let seen = try await outliveTest {
        Current.locale().identifier
      } in: { begin in
        withWorld(.mock) { begin() }
      }
      #expect(seen == "en_GB")
    }
  }

  @Test func aLateReadOfASynchronousTestIsReportedToo() async throws {
    let world = Mutex<World?>(nil)
    World.mock.run(TestRun("early (LateReadTests.swift:1)")) {
      world.withLock { $0 = Current }
    }
    let captured = try #require(world.withLock { $0 })
    try await expectLateReport { withWorld(captured) { _ = Current.date() } }
  }

  @Test func issuesOfWorkThatOutlivesACollectionAreReported() async throws {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let late = Mutex<Task<Void, Never>?>(nil)
    // The task begins inside, so that what it reports is known.
    try await withKnownIssue {
      let (issues, _) = await IssueReporter.collect {
        World.Analytics.unassigned.track("early")
        late.withLock {
          $0 = Task {
            for await _ in gate {}
            World.Analytics.unassigned.track("late")
          }
        }
      }
      #expect(issues.map { $0.summary.contains("early") } == [true])
      opener.finish()
      try await #require(late.withLock { $0 }).value
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("\"late\"") }
    }
  }

  @Test func aCapturedWorldThatIsEnteredAgainAfterTheTestIsReportedToo() async throws {
    let captured = Mutex<World?>(nil)
    try await expectLateReport {
      try await runAsTest { captured.withLock { $0 = Current } }
      let world = try #require(captured.withLock { $0 })
      withWorld(world) { #expect(Current.date() == World.mock.date()) }
    }
  }

  @Test func aWorldThatWasWrittenInTheTestRemembersIt() async throws {
    for write: @Sendable () -> Void in [{ Current.date = { .distantPast } }, { Current = .mock }] {
      let captured = Mutex<World?>(nil)
      try await expectLateReport {
        try await runAsTest {
          write()
          captured.withLock { $0 = Current }
        }
        let world = try #require(captured.withLock { $0 })
        withWorld(world) { _ = Current.locale() }
      }
    }
  }

  @Test func aCapturedWorldThatWasSimulatedIsStillItsTests() async throws {
    let captured = Mutex<World?>(nil)
    try await expectLateReport {
      try await runAsTest {
        var world = Current
        world.use(World.Simulation(locale: .init(identifier: "fr_FR")))
        captured.withLock { [world] in $0 = world }
      }
      let world = try #require(captured.withLock { $0 })
      withWorld(world) { #expect(Current.locale().identifier == "fr_FR") }
    }
  }

  @Test func workThatTheTestAwaitsIsNotReported() async throws {
    try await runAsTest {
      await Task { _ = Current.date() }.value
      async let child = Current.date()
      _ = await child
    }
  }

  @Test func aTestWithoutAWorldThatWritesTheProcessWideOneIsReported() async throws {
    let before = Current
    let name = try #require(Test.current).name
    withKnownIssue {
      Current = before
    } matching: { issue in
      issue.comments.contains { "\($0)".contains("The test \(name) (") }
    }
  }
}
