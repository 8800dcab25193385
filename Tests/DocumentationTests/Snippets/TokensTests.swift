import Foundation
import Synchronization
import Testing
import World
import WorldTesting

#if os(Linux)
  private struct Offline: Error {}

  @Suite(.world(.mock, autoAdvance: true))
  struct TokensTests {
    @Test func aTokenIsLoadedAgainWhenItExpires() async throws {
      let loads = Mutex(0)
      let tokens = Tokens(lifetime: 3_600) {
        loads.withLock {
          $0 += 1; return "token \($0)"
        }
      }
      #expect(try await tokens.value() == "token 1")
      try await Task.sleep(for: .seconds(3_599))
      #expect(try await tokens.value() == "token 1")
      try await Task.sleep(for: .seconds(1))
      #expect(try await tokens.value() == "token 2")
    }

    @Test func pausesDouble() async {
      let start = ContinuousClock.now
      _ = try? await retrying(times: 4) { throw Offline() }
      let duration = start.duration(to: .now)
      #expect(duration >= .milliseconds(700) && duration < .milliseconds(850))
    }

    @Test func aSecondLaterCallsAreAllowedAgain() async throws {
      let limiter = Limiter(limit: 2)
      #expect(await [limiter.isAllowed(), limiter.isAllowed(), limiter.isAllowed()] == [true, true, false])
      try await Task.sleep(for: .seconds(1))
      #expect(await limiter.isAllowed())
    }
  }

  /// It fails. `ReportTests` runs it in a process of its own.
  @Suite(.enabled(if: ReportTests.isOwnProcess))
  struct TokenLoadingTests {
    @Test(.exploring(1_000)) func aTokenIsLoadedOnce() async throws {
      let loads = Mutex(0)
      let tokens = Tokens(lifetime: 3_600) {
        loads.withLock {
          $0 += 1; return "token \($0)"
        }
      }
      async let first = tokens.value()
      async let second = tokens.value()
      _ = try await (first, second)
      #expect(loads.withLock { $0 } == 1)
    }
  }
#endif
