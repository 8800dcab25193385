import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// How a time machine's time passes. Real time is another time machine, so that nothing here waits.
@Suite(.world(.mock), .timeLimit(.minutes(120)))
struct TimeMachineTests {
  let start = Date(timeIntervalSinceReferenceDate: 557_152_051)
  let outside = TimeMachine(frozenAt: Date(timeIntervalSince1970: 1_700_000_000))

  var real: RealTime { .driven(by: outside) }

  private func ticking(_ rate: TimeMachine.Rate = .realTime) -> TimeMachine {
    TimeMachine(at: TimeMachine.Instant(start), motion: .ticking(rate: rate), real: real)
  }

  @Test func itDrivesAWorld() async throws {
    let time = TimeMachine(frozenAt: start)
    Current.use(time)
    #expect(Current.date() == start)
    let sleeper = Task {
      try await Current.sleep(.seconds(300))
      return Current.date()
    }
    try await time.waitForSleepers()
    await time.advance(by: .seconds(300))
    #expect(try await sleeper.value == start + 300)
  }

  @Test func aSleepIsLateOnceAtMost() async throws {
    let time = TimeMachine(frozenAt: start)
    let sleeper = Task { try await time.sleep(for: .seconds(1)) }
    try await time.waitForSleepers()
    var asked: [Duration] = []
    let isWoken = time.passTime { duration in
      asked.append(duration)
      return asked.count < 3 ? .seconds(5) : .zero
    }
    try await sleeper.value
    #expect(isWoken && asked == [.seconds(1)])
    #expect(time.date == start + 6)
  }

  @Test func frozenTimeStandsStill() async {
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .frozen, real: real)
    await outside.advance(by: .seconds(1_000))
    #expect(time.date == start)
    #expect(time.now == TimeMachine.Instant(start))
    #expect(time.motion == .frozen)
  }

  @Test func tickingTimePassesAsRealTimeDoes() async {
    let time = ticking()
    #expect(time.date == start)
    await outside.advance(by: .milliseconds(1_500))
    #expect(time.date == start + 1.5)
  }

  @Test(arguments: [(60, 3_600.0), (0.5, 30), (1e9, 60e9), (1e-9, 60e-9)] as [(TimeMachine.Rate, Double)])
  func timePassesAtARate(rate: TimeMachine.Rate, seconds: Double) async {
    let time = ticking(rate)
    let before = time.now
    await outside.advance(by: .seconds(60))
    let passed = before.duration(to: time.now)
    #expect(abs(passed / .seconds(1) - seconds) <= seconds * 1e-9)
  }

  @Test func aSystemThatReportsTimeGoingBackDoesNotTakeTheMachineBack() async {
    let time = ticking()
    await outside.advance(by: .seconds(-60))
    #expect(time.date == start)
  }

  @Test func offsetTimeIsRealTimeButEarlierOrLater() async {
    let time = TimeMachine(offsetBy: .seconds(-3_600), real: real)
    #expect(time.date == outside.date - 3_600)
    await outside.advance(by: .seconds(10))
    #expect(time.date == outside.date - 3_600)
  }

  @Test func steppingTimeMovesAtEachReadAndWakesDueSleepers() async throws {
    let time = TimeMachine(startingAt: start, step: .seconds(10))
    #expect(time.date == start)
    #expect(time.now.date == start + 10)
    // Falling asleep isn't a read.
    let sleeper = Task { try await time.sleep(for: .seconds(15)) }
    try await time.waitForSleepers()
    #expect(time.date == start + 20)
    #expect(time.sleeperCount == 1)
    #expect(time.date == start + 30)
    #expect(time.sleeperCount == 0)
    try await sleeper.value
    #expect(time.anchor.date == start + 40)
    #expect(time.anchor.date == start + 40)
  }

  @Test func anAuditDoesNotMoveSteppingTime() async throws {
    let time = TimeMachine(startingAt: start, step: .seconds(10))
    Current.use(time)
    let sleeper = Task { try await time.sleep(for: .seconds(15)) }
    try await time.waitForSleepers()
    for _ in 0..<3 { _ = await Current.audit() }
    #expect(time.sleeperCount == 1)
    #expect(time.date == start)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test func itIsFrozenAndResumedAndChangesItsRate() async {
    let time = ticking()
    await outside.advance(by: .seconds(5))
    time.freeze()
    await outside.advance(by: .seconds(100))
    #expect(time.date == start + 5)
    time.resume(rate: 60)
    #expect(time.motion == .ticking(rate: 60))
    await outside.advance(by: .seconds(1))
    #expect(time.date == start + 65)
    time.resume()
    await outside.advance(by: .seconds(1))
    #expect(time.date == start + 66)
    time.startStepping(by: .seconds(2))
    #expect([time.date, time.date] == [start + 66, start + 68])
  }

  @Test func itTravelsAndGoesOnFromThere() async {
    let time = ticking(2)
    await outside.advance(by: .seconds(5))
    await time.travel(to: start + 1_000)
    #expect(time.date == start + 1_000)
    await outside.advance(by: .seconds(1))
    #expect(time.date == start + 1_002)
    await time.travel(to: start - 1_000)
    #expect(time.date == start - 1_000)
    await time.advance(by: .seconds(-1))
    #expect(time.date == start - 1_001)
  }

  @Test func anotherProcessTellsTheSameTimeFromTheAnchor() async {
    let time = ticking(60)
    await outside.advance(by: .seconds(7))
    let anchor = time.anchor
    #expect(anchor.motion == .ticking(rate: 60))
    await outside.advance(by: .seconds(3))
    let child = TimeMachine(anchor, real: real)
    #expect(child.date == time.date)
    #expect(child.date == start + 600)
    await outside.advance(by: .seconds(1))
    #expect(child.date == time.date)

    let frozen = TimeMachine(
      TimeMachine.Anchor(date: start, realDate: outside.date - 1_000, motion: .frozen), real: real)
    #expect(frozen.date == start)
  }

  @Test func tickingSleepersWakeWhenRealTimeIsThere() async throws {
    let time = ticking(60)
    let sleeper = Task {
      try await time.sleep(for: .seconds(120))
      return time.date
    }
    try await time.waitForSleepers()
    try await outside.waitForSleepers()
    await outside.advance(by: .seconds(1))
    #expect(time.sleeperCount == 1)
    await outside.advance(by: .seconds(1))
    #expect(try await sleeper.value == start + 120)
    #expect(outside.sleeperCount == 0)
  }

  @Test func nothingWakesEarly() async throws {
    let time = ticking()
    let sleeper = Task { try await time.sleep(for: .milliseconds(10)) }
    try await time.waitForSleepers()
    await outside.advance(by: .milliseconds(9))
    time.freeze()
    await time.travel(to: time.date)
    #expect(time.sleeperCount == 1)
    await time.advance(by: .milliseconds(2))
    try await sleeper.value
  }

  @Test func theOneAlarmFollowsWhatChanges() async throws {
    let time = ticking()
    let late = Task { try await time.sleep(for: .seconds(100)) }
    try await time.waitForSleepers(1)
    let early = Task { try await time.sleep(for: .seconds(10)) }
    try await time.waitForSleepers(2)
    try await outside.waitForSleepers()
    // One real sleep for both; none when time stands still.
    #expect(outside.sleeperCount == 1)
    time.freeze()
    #expect(outside.sleeperCount == 0)
    time.resume(rate: 10)
    try await outside.waitForSleepers()
    await outside.advance(by: .seconds(1))
    try await early.value
    try await outside.waitForSleepers()
    #expect(time.sleeperCount == 1)
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(outside.sleeperCount == 0)
  }

  @Test func theFarthestDeadlineIsWaitedForInPieces() async throws {
    let time = ticking()
    let sleeper = Task { try await time.sleep(for: .seconds(200_000)) }
    for _ in 0..<2 {
      try await outside.waitForSleepers()
      await outside.advance(by: .seconds(86_400))
    }
    try await outside.waitForSleepers()
    #expect(time.sleeperCount == 1)
    await outside.advance(by: .seconds(200_000 - 2 * 86_400))
    try await sleeper.value
  }
}

// MARK: - Late readings of real time

/// Real time that passes while it is read: a reading comes back 10 s late, after something else changed the machine.
private final class LateRealTime: Sendable {
  private let state = Lock((now: Duration.zero, meanwhile: [@Sendable () -> Void]()))

  func interruptNextReading(_ meanwhile: @escaping @Sendable () -> Void) {
    state.withLock { $0.meanwhile = [meanwhile] }
  }

  var real: RealTime {
    RealTime(elapsed: { self.read() }, date: { .distantPast }, sleep: { _ in throw CancellationError() })
  }

  private func read() -> Duration {
    let (early, meanwhile) = state.withLock { state in
      let early = state.now
      let meanwhile = state.meanwhile
      if !meanwhile.isEmpty { state.now += .seconds(10) }
      state.meanwhile = []
      return (early, meanwhile)
    }
    for meanwhile in meanwhile { meanwhile() }
    return early
  }
}

extension TimeMachineTests {
  enum Change: CaseIterable {
    case resume, freeze, step, travel, advance

    func make(_ time: TimeMachine, _ start: Date) async {
      switch self {
      case .resume: time.resume(rate: 60)
      case .freeze: time.freeze()
      case .step: time.startStepping(by: .zero)
      case .travel: await time.travel(to: start + 600)
      case .advance: await time.advance(by: .zero)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func aLateReadingOfRealTimeDoesNotTakeTimeBack(change: Change) async {
    let late = LateRealTime()
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .ticking(rate: 60), real: late.real)
    let seen = Mutex(TimeMachine.Instant(.distantPast))
    late.interruptNextReading {
      let now = time.now
      seen.withLock { $0 = now }
    }
    await change.make(time, start)
    #expect(seen.withLock { $0 } > TimeMachine.Instant(start))
    #expect(time.now >= seen.withLock { $0 })
  }

  @Test(arguments: Change.allCases)
  func aLateReadingOfRealTimeDoesNotMakeTimePassTwice(change: Change) async {
    let late = LateRealTime()
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .ticking(rate: 60), real: late.real)
    late.interruptNextReading { time.resume(rate: 60) }
    await change.make(time, start)
    time.resume(rate: 60)
    #expect(time.date == start + 600)
  }
}

extension RealTime {
  /// Real time that is a time machine's.
  static func driven(by machine: TimeMachine) -> RealTime {
    let start = machine.now
    return RealTime(
      elapsed: { start.duration(to: machine.now) }, date: { machine.date },
      sleep: { try await machine.sleep(for: $0) })
  }
}
