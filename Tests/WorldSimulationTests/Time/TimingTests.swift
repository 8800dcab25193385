import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Timeouts, debounce and retry as an app has them, over `Current.sleep`, tested as an app's author would.
@Suite(.world(.mock), .timeLimit(.minutes(120)))
struct TimingTests {
  private let time = TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 557_152_051))

  // MARK: An app's code

  private struct Refused: Error {}

  private actor Debouncer {
    private let delay: Duration
    private let sleep = Current.sleep
    private let action: @Sendable (String) -> Void
    private(set) var pending: Task<Void, any Error>?

    init(delay: Duration, action: @escaping @Sendable (String) -> Void) {
      self.delay = delay
      self.action = action
    }

    func type(_ text: String) {
      pending?.cancel()
      pending = Task {
        try await sleep(delay)
        action(text)
      }
    }
  }

  private func retry<Value>(
    _ attempts: Int, _ operation: () async throws -> Value
  ) async throws -> Value {
    var delay = Duration.seconds(1)
    for _ in 1..<attempts {
      do { return try await operation() } catch { try await Current.sleep(delay) }
      delay *= 2
    }
    return try await operation()
  }

  // MARK: Its tests

  @Test func aSlowOperationTimesOut() async throws {
    Current.use(time)
    let slow = Task {
      try await withTimeout(.seconds(30)) { try await Current.sleep(.seconds(60)) }
    }
    try await time.waitForSleepers(2)
    await time.advance(by: .seconds(30))
    await #expect(throws: TimedOut.self) { try await slow.value }
    #expect(time.sleeperCount == 0)
  }

  @Test func aFastOperationDoesNotTimeOut() async throws {
    Current.use(time)
    let fast = Task {
      try await withTimeout(.seconds(30)) {
        try await Current.sleep(.seconds(29))
        return "done"
      }
    }
    try await time.waitForSleepers(2)
    await time.advance(by: .seconds(29))
    #expect(try await fast.value == "done")
    #expect(time.sleeperCount == 0)
  }

  @Test func onlyTheLastOfAFlurryIsSearched() async throws {
    Current.use(time)
    let searches = Diary()
    let debouncer = Debouncer(delay: .milliseconds(300)) { searches.write($0) }
    for text in ["c", "co", "cof"] {
      await debouncer.type(text)
      try await time.waitForSleepers()
      await time.advance(by: .milliseconds(299))
    }
    #expect(searches.entries.isEmpty)
    await time.advance(by: .milliseconds(1))
    try await debouncer.pending?.value
    #expect(searches.entries == ["cof"])
  }

  @Test func retryBacksOff() async throws {
    Current.use(time)
    let start = time.date
    let tries = Diary()
    async let value = retry(4) {
      tries.write("\(Int(Current.date().timeIntervalSince(start)))")
      if tries.entries.count < 4 { throw Refused() }
      return "receipt"
    }
    await time.advance(by: .seconds(6))
    #expect(tries.entries == ["0", "1", "3"])
    await time.advance(by: .seconds(1))
    #expect(tries.entries == ["0", "1", "3", "7"])
    let receipt = try await value
    #expect(receipt == "receipt")
  }

  @Test func retryGivesUp() async throws {
    Current.use(time)
    let task = Task { try await retry(3) { throw Refused() } }
    for _ in 1..<3 {
      try await time.waitForSleepers()
      await time.advance(by: .seconds(2))
    }
    await #expect(throws: Refused.self) { try await task.value }
  }
}
