import Foundation
import Testing
import World
import WorldTesting
import XCTest

/// Tests that fail. They run in processes of their own, which LiveReadTests begins.
private let isOn = ProcessInfo.processInfo.environment["WORLD_TESTS_LOSE"] != nil

@Suite(.enabled(if: isOn), .world(.mock))
struct Lost {
  @Test func detached() async {
    await Task.detached { _ = Current.date() }.value
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = Current.uuid()
        continuation.resume()
      }
    }
  }
}

/// Work that lost its world and writes.
@Suite(.enabled(if: isOn), .world(.mock))
struct LostWriters {
  @Test func inATask() async { await Task.detached { Current.date = { .distantPast } }.value }

  @Test func onAQueue() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        Current.locale = { Locale(identifier: "fr_FR") }
        continuation.resume()
      }
    }
  }

  @Test func atLaunch() async { await Task.detached { World.bootstrap { $0.timezone = { .gmt } } }.value }
}

/// Work that has the test's world, and doesn't know the test.
@Suite(.enabled(if: isOn), .world { $0.uuid = unimplemented("uuid", placeholder: UUID()) })
struct WrappedWork {
  @Test func inATask() async { await Task.detached(operation: Current.wrap { _ = Current.uuid() }).value }

  @Test func onAQueue() async {
    await withCheckedContinuation { continuation in
      let work = Current.wrap { _ = Current.uuid() }
      DispatchQueue.global().async {
        work()
        continuation.resume()
      }
    }
  }

  @Test(.exploring(3)) func inAnExploration() async {
    await Task.detached(operation: Current.wrap { _ = Current.uuid() }).value
  }
}

/// Work that lost its world, and uses what a live world doesn't have.
@Suite(.enabled(if: isOn), .world(.mock))
struct LostUsers {
  @Test func tracks() async { await Task.detached { Current.analytics.track("lost") }.value }

  @Test(.world(.live)) func counts() {
    Current.settings[.count] += 1
    Current.settings[.count] += 1
  }

  @Test func measures() async { await Task.detached { _ = Current.clock.now }.value }
}

extension World.Settings.Key where Value == Int {
  fileprivate static var count: Self { Self("count", default: 0) }
}

/// What Swift Testing evaluates before the tests, where it drops issues.
@Suite(.enabled(if: isOn), .world(.mock))
struct EarlyReads {
  @Test(arguments: [Current.date()]) func arguments(_ date: Date) {}
  @Test(.enabled(if: Current.locale().identifier != "tlh")) func condition() {}
}

/// A test without a world.
struct Launches {
  @Test(.enabled(if: isOn)) func bootstraps() { World.bootstrap { $0.timezone = { .gmt } } }
}

final class LostXCTests: XCTestCase {
  func testHasNoWorld() throws {
    try XCTSkipUnless(isOn)
    _ = Current.date()
    _ = Current.date()
  }

  func testSaysThatLiveIsMeant() throws {
    try XCTSkipUnless(isOn)
    withWorld(.live) { _ = Current.date() }
  }
}

final class LostWorldTestCases: WorldTestCase {
  func testDetaches() async throws {
    try XCTSkipUnless(isOn)
    await Task.detached { _ = Current.date() }.value
  }
}

final class SleepingWorldTestCases: WorldTestCase {
  func testFailsWhileATaskSleeps() async throws {
    try XCTSkipUnless(isOn)
    let task = Task { try await Current.sleep(.seconds(2)) }
    try await Current.time.waitForSleepers()
    await Current.time.advance(by: .seconds(0.5))
    XCTFail("it fails")
    task.cancel()
  }
}

/// A test that doesn't mean every language.
@Suite(.enabled(if: isOn))
struct RejectedRuns {
  @Test(.exploring(50)) func cancels() throws {
    if Current.locale().identifier != "en_US" { try Test.cancel("another language") }
    #expect(Current.locale().identifier == "en_US")
  }
}

/// Work that outlives its test, on a queue.
@Suite(.enabled(if: isOn), .serialized)
struct LateWork {
  private static let work = Lock<(@Sendable () -> Void)?>(nil)

  @Test(.world(.mock)) func begins() {
    let work = Current.wrap { _ = Current.date() }
    Self.work.withLock { $0 = { work() } }
  }

  @Test func goesOn() async {
    let work = Self.work.withLock { $0 }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        work?()
        continuation.resume()
      }
    }
  }
}

#if compiler(>=6.2)
  /// Code that Swift runs without a task.
  @Suite(.enabled(if: isOn), .world(.mock))
  struct LostDeinits {
    private actor Cache {
      isolated deinit { _ = Current.timezone() }
    }

    @Test func isolatedDeinit() async {
      _ = Cache()
      await Current.time.advance(by: .zero)
    }
  }
#endif
