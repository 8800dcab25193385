import Synchronization
import Testing
import World
import WorldTesting

private struct Offline: Error {}

@Suite(.world(.mock, autoAdvance: true))
struct TokensTests {
  @Test func aTokenIsLoadedAgainWhenItExpires() async throws {
    let loads = Mutex(0)
    let tokens = Tokens(lifetime: 3_600) { loads.withLock { $0 += 1 } }
    try await tokens.refresh()
    try await Task.sleep(for: .seconds(3_599))
    try await tokens.refresh()
    #expect(loads.withLock { $0 } == 1)
    try await Task.sleep(for: .seconds(1))
    try await tokens.refresh()
    #expect(loads.withLock { $0 } == 2)
  }
}

@Suite(.world(.mock, autoAdvance: true))
struct RetryTests {
  @Test func pausesDouble() async {
    let start = ContinuousClock.now
    _ = try? await retrying(times: 4) { throw Offline() }
    let duration = start.duration(to: .now)
    #expect(duration >= .milliseconds(700) && duration < .milliseconds(850))
  }

  @Test func aSecondLaterCallsAreAllowedAgain() async throws {
    let limiter = Limiter(limit: 1)
    #expect(await limiter.isAllowed())
    #expect(await !limiter.isAllowed())
    try await Task.sleep(for: .seconds(1))
    #expect(await limiter.isAllowed())
  }
}
