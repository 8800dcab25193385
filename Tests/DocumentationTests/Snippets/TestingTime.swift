import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

private let launchDay = Date(timeIntervalSince1970: 1_790_000_000)

private final class Attempts: Sendable {
  private let log = Lock<[Date]>([])
  var dates: [Date] { log.withLock { $0 } }
  var count: Int { dates.count }
  func add() { log.withLock { $0.append(Current.date()) } }
}

@MainActor private final class PageModel {
  private(set) var text = ""

  func reload() {
    Task {
      await Task.yield()
      text = "a"
    }
  }
}

private struct Unreachable: Error {}

private struct TimedOut: Error {}

private func withTimeout(_ limit: Duration, _ operation: @escaping @Sendable () async throws -> String)
  async throws
  -> String?
{
  try await withThrowingTaskGroup { group in
    group.addTask { try await operation() }
    group.addTask {
      try await Current.sleep(limit)
      throw TimedOut()
    }
    defer { group.cancelAll() }
    return try await group.next()
  }
}

final class SearchField {
  private let pause: Duration
  private let run: @Sendable (String) -> Void
  private(set) var search: Task<Void, Never>?

  init(pause: Duration, run: @escaping @Sendable (String) -> Void) {
    self.pause = pause
    self.run = run
  }

  /// Searches after a pause, unless more is typed meanwhile.
  func type(_ text: String) {
    search?.cancel()
    search = Task { [pause, run] in
      do { try await Current.sleep(pause) } catch { return }
      run(text)
    }
  }
}

func demonstrate() {
  let time = TimeMachine(startingAt: launchDay, rate: 60)
  World.bootstrap { $0.use(time) }
}

@Suite(.world(.mock), .timeLimit(.minutes(120)))
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
    await time.advance(by: .seconds(300))  // it falls asleep, and is woken
    #expect(try await refreshed.value == launchDay + 300)
  }

  @Test func retriesAfterOneTwoAndFourSeconds() async throws {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    async let receipt = retrying { try await upload() }
    await time.advance(by: .seconds(7))
    #expect(attempts.dates.map { $0.timeIntervalSince(launchDay) } == [0, 1, 3, 7])
    _ = try await receipt
  }

  private func slowPage() async throws -> String {
    try await Current.sleep(.seconds(60))
    return "page"
  }

  @Test func timesOutAfterThirtySeconds() async {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    await #expect(throws: TimedOut.self) {
      async let page = withTimeout(.seconds(30)) { try await slowPage() }
      await time.advance(by: .seconds(30))
      _ = try await page
    }
  }

  @Test func theTimeoutIsThirtySeconds() async throws {
    let downloading = Task { try await withTimeout(.seconds(30)) { try await slowPage() } }
    await Current.time.advance(by: .seconds(30))
    await #expect(throws: TimedOut.self) { try await downloading.value }
  }

  @Test @MainActor func theTextComesLater() async throws {
    let model = PageModel()
    model.reload()
    try await World.eventually { model.text == "a" }
  }

  @Test(.world(.mock, autoAdvance: true)) func threeRetriesTakeSevenSeconds() async throws {
    let start = Current.clock.now
    #expect(try await retrying { try await upload() } == "receipt")
    #expect(start.duration(to: Current.clock.now) == .seconds(7))
  }

  @Test(.world(.mock, autoAdvance: true)) func thePageTakesAMinute() async throws {
    let elapsed = try await Current.clock.measure { _ = try await slowPage() }
    #expect(elapsed == .seconds(60))
  }

  @Test func searchesWhenTypingPauses() async {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    let field = SearchField(pause: .milliseconds(300)) { _ in attempts.add() }
    for text in ["s", "sw", "swi"] {
      field.type(text)
      await time.advance(by: .milliseconds(200))
    }
    #expect(attempts.count == 0)
    await time.advance(by: .milliseconds(100))
    #expect(attempts.count == 1)
  }

  @Test(.world(.mock, inParallel: true)) func ticksEverySecond() async {
    let time = TimeMachine(frozenAt: launchDay)
    Current.use(time)
    let ticker = Task {
      while true {
        try await Current.sleep(.seconds(1))
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
