import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

private let launchDay = Date(timeIntervalSince1970: 1_790_000_000)

private final class Attempts: Sendable {
  private let log = Lock<[Date]>([])
  var dates: [Date] { log.withLock { $0 } }
  var count: Int { dates.count }
  func add() { log.withLock { $0.append(Current.date()) } }
}

private struct Unreachable: Error {}

func demonstrate() {
  let time = TimeMachine(startingAt: launchDay, rate: 60)
  World.bootstrap { $0.use(time) }
}

@Suite(.world(.mock), .timeLimit(.minutes(1)))
struct TestingTimeTests {
  private let attempts = Attempts()
  private let ticks = Attempts()

  private func upload() async throws -> String {
    attempts.add()
    if attempts.dates.count < 4 { throw Unreachable() }
    return "receipt"
  }

  private func retrying(_ operation: () async throws -> String) async throws -> String {
    for delay in [1, 2, 4] {
      do { return try await operation() } catch { try await Current.sleep(.seconds(delay)) }
    }
    return try await operation()
  }

  @Test func itIsRefreshedAfterFiveMinutes() async throws {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    let refreshed = Task {
      try await Current.sleep(.seconds(300))
      return Current.date()
    }
    try await time.sleepers()  // it has fallen asleep
    await time.advance(by: .seconds(300))  // and is woken
    #expect(try await refreshed.value == launchDay + 300)
  }

  @Test func retriesAfterOneTwoAndFourSeconds() async throws {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    try await time.inLockstep {
      async let receipt = retrying { try await upload() }
      await time.advance(by: .seconds(7))
      #expect(attempts.dates.map { $0.timeIntervalSince(launchDay) } == [0, 1, 3, 7])
      _ = try await receipt
    }
  }

  @Test func ticksEverySecond() async {
    let time = TimeMachine(frozenAt: launchDay)
    let ticker = Task {
      while true {
        try await time.sleep(for: .seconds(1))
        ticks.add()
      }
    }
    await time.advance(by: .seconds(3), sleepers: 1)
    #expect(ticks.count == 3)
    ticker.cancel()
  }

  @Test func aProgramMayRunOnAnotherDay() {
    demonstrate()
    #expect(Current.date() >= launchDay)
    #expect(Current.date() < launchDay + 86_400)
  }
}
