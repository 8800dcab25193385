import Foundation
import TestSupport
import Testing
import World
import WorldTesting

@testable import WorldSimulation

/// When sleeping tasks wake, and what they find.
@Suite(.world(.mock), .timeLimit(.minutes(120)))
struct SleepingTests {
  let start = Date(timeIntervalSinceReferenceDate: 557_152_051)
  let time = TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 557_152_051))
  let diary = Diary()

  /// Falls asleep before it returns, so that the order of registration is the order of the calls.
  private func asleep(_ name: String, _ seconds: Int) async throws -> Task<Void, any Error> {
    let count = time.sleeperCount
    let task = Task { [self] in
      try await time.sleep(for: .seconds(seconds))
      diary.write("\(name) \(Int(time.date.timeIntervalSince(start)))")
    }
    try await time.waitForSleepers(count + 1)
    return task
  }

  @Test func exactlyThoseWakeThatAreDue() async throws {
    let due = try await asleep("due", 5)
    let later = try await asleep("later", 6)
    await time.advance(by: .milliseconds(4_999))
    #expect(time.sleeperCount == 2)
    await time.advance(by: .milliseconds(1))
    #expect(time.sleeperCount == 1)
    try await due.value
    #expect(diary.entries == ["due 5"])
    later.cancel()
    await #expect(throws: CancellationError.self) { try await later.value }
  }

  @Test func theyWakeInOrderOfDeadlineThenOfRegistration() async {
    await withTaskGroup { group in
      for (name, seconds) in [("c", 3), ("a", 1), ("d", 3), ("b", 2), ("e", 3)] {
        group.addTask { [time, diary, start] in
          try? await time.sleep(for: .seconds(seconds))
          diary.write("\(name) \(Int(time.date.timeIntervalSince(start)))")
        }
      }
      await time.advance(by: .seconds(10))
      #expect(diary.entries == ["a 1", "b 2", "c 3", "d 3", "e 3"])
    }
    #expect(time.date == start + 10)
  }

  @Test func whatFallsAsleepOnTheWayWakesInTurn() async {
    async let loop: Void = {
      for _ in 0..<3 {
        try? await time.sleep(for: .seconds(2))
        diary.write("loop \(Int(time.date.timeIntervalSince(start)))")
      }
    }()
    async let once: Void = {
      try? await time.sleep(for: .seconds(5))
      diary.write("once \(Int(time.date.timeIntervalSince(start)))")
    }()
    await time.advance(by: .seconds(6))
    #expect(diary.entries == ["loop 2", "loop 4", "once 5", "loop 6"])
    _ = await (loop, once)
  }

  private actor Notebook {
    var pages: [String] = []
    func write(_ page: String) { pages.append(page) }
  }

  @Test func actorsAndChildrenHaveRunBeforeTimeGoesOn() async {
    let notebook = Notebook()
    async let work: Void = {
      for round in 1...2 {
        try? await time.sleep(for: .seconds(1))
        async let left: Void = notebook.write("left \(round) at \(time.date.timeIntervalSince(start))")
        async let right: Void = notebook.write("right \(round) at \(time.date.timeIntervalSince(start))")
        _ = await (left, right)
      }
    }()
    await time.advance(by: .seconds(2))
    let pages = await notebook.pages
    #expect(pages == ["left 1 at 1.0", "right 1 at 1.0", "left 2 at 2.0", "right 2 at 2.0"])
    await work
  }

  @Test func elsewhereAdvancingWaitsForAsManySleepersAsAreNamed() async throws {
    let ticker = Task { [time, diary, start] in
      while true {
        try await time.sleep(for: .seconds(1))
        diary.write("\(Int(time.date.timeIntervalSince(start)))")
      }
    }
    await time.advance(by: .seconds(5), sleepers: 1)
    #expect(diary.entries == ["1", "2", "3", "4", "5"])
    ticker.cancel()
    await #expect(throws: CancellationError.self) { try await ticker.value }
  }

  @Test(.world(.mock, inParallel: true)) func travelWakesNobodyBeforeTheOneBeforeHasBegunToRun() async throws
  {
    let (sleepers, traveller) = (HeldExecutor(), HeldExecutor())
    let sleeps = [1, 2].map { seconds in
      Task(executorPreference: sleepers) { [time] in try await time.sleep(for: .seconds(seconds)) }
    }
    sleepers.run()
    #expect(time.sleeperCount == 2)
    let travel = Task(executorPreference: traveller) { [time, start] in await time.travel(to: start + 2) }
    traveller.run()
    #expect(time.sleeperCount == 1)
    sleepers.run()
    traveller.run()
    #expect(time.sleeperCount == 0)
    sleepers.release()
    traveller.release()
    await travel.value
    for sleep in sleeps { try await sleep.value }
  }

  @Test(.world(.mock, inParallel: true)) func oneTravelsAfterTheOther() async throws {
    let (sleepers, travellers) = (HeldExecutor(), HeldExecutor())
    let sleep = Task(executorPreference: sleepers) { [time] in try await time.sleep(for: .seconds(1)) }
    sleepers.run()
    let travels = [1, 2].map { _ in
      Task(executorPreference: travellers) { [time] in await time.advance(by: .seconds(1)) }
    }
    travellers.run()
    // The first waits for the sleeper to run, and the second for the first.
    #expect(time.date == start + 1)
    sleepers.run()
    travellers.run()
    #expect(time.date == start + 2)
    sleepers.release()
    travellers.release()
    for travel in travels { await travel.value }
    try await sleep.value
  }

  @Test(.world(.mock, inParallel: true)) func theyTravelInTheOrderInWhichTheyAsked() async throws {
    let (sleepers, travellers) = (HeldExecutor(), HeldExecutor())
    let sleep = Task(executorPreference: sleepers) { [time] in try await time.sleep(for: .seconds(1)) }
    sleepers.run()
    let travels = (1...3).map { number in
      Task(executorPreference: travellers) { [time, diary] in
        await time.advance(by: .seconds(1))
        diary.write("\(number)")
      }
    }
    travellers.run()
    sleepers.run()
    travellers.run()
    #expect(diary.entries == ["1", "2", "3"])
    sleepers.release()
    travellers.release()
    for travel in travels { await travel.value }
    try await sleep.value
  }

  @Test(.world(.mock, inParallel: true)) func allThatWaitForASleeperGoOn() async throws {
    let (waiters, sleepers) = (HeldExecutor(), HeldExecutor())
    let waiting = (1...3).map { number in
      Task(executorPreference: waiters) { [time, diary] in
        try await time.waitForSleepers()
        diary.write("\(number)")
      }
    }
    waiters.run()
    let sleep = Task(executorPreference: sleepers) { [time] in try await time.sleep(for: .seconds(1)) }
    sleepers.run()
    waiters.run()
    #expect(diary.entries == ["1", "2", "3"])
    for task in waiting + [sleep] { task.cancel() }
    waiters.release()
    sleepers.release()
    for task in waiting + [sleep] { _ = await task.result }
  }

  @Test func travellingForwardWakesAllThatAreDueAtTheDestination() async {
    await withTaskGroup { group in
      for (name, seconds) in [("b", 2), ("a", 1), ("c", 100)] {
        group.addTask { [time, diary, start] in
          try? await time.sleep(for: .seconds(seconds))
          diary.write("\(name) \(Int(time.date.timeIntervalSince(start)))")
        }
      }
      await time.travel(to: start + 10)
      #expect(diary.entries == ["a 10", "b 10"])
      group.cancelAll()
    }
  }

  @Test func travellingBackWakesNothing() async throws {
    let sleeper = try await asleep("sleeper", 10)
    await time.travel(to: start - 100)
    await time.advance(by: .seconds(-100))
    #expect(time.sleeperCount == 1)
    await time.advance(by: .seconds(209))
    #expect(time.sleeperCount == 1)
    await time.advance(by: .seconds(1))
    try await sleeper.value
    #expect(diary.entries == ["sleeper 10"])
  }

  @Test func cancellingThrowsAtOnceInFrozenTime() async throws {
    let sleeper = try await asleep("never", 10)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(time.sleeperCount == 0)
    let cancelled = Task { [time] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.sleep(for: .zero)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(diary.entries.isEmpty)
  }

  /// The machine asks what time it is outside after it began to listen for a cancellation, and before it can cancel
  /// anything: the sleeper has no ticket yet.
  @Test func cancellingATaskThatIsFallingAsleepThrowsAtOnce() async {
    let real = RealTime(
      elapsed: { [diary] in
        if diary.entries == ["falls asleep"] {
          diary.write("is cancelled")
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return .zero
      }, date: { .distantPast }, sleep: { _ in })
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .frozen, real: real)
    async let sleeper: Void = {
      diary.write("falls asleep")
      try await time.sleep(for: .seconds(1))
    }()
    // Whoever is asleep by now, although cancelled, is woken and doesn't throw.
    await time.advance(by: .seconds(1))
    let result: Result<Void, any Error>
    do { result = .success(try await sleeper) } catch { result = .failure(error) }
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(diary.entries == ["falls asleep", "is cancelled"])
  }

  @Test func whatIsReachedReturnsAtOnce() async throws {
    try await time.sleep(for: .zero)
    try await time.sleep(for: .seconds(-5))
    try await time.sleep(until: time.now)
    try await time.sleep(until: TimeMachine.Instant(start - 5))
    let clock: any Clock<Duration> = time
    try await clock.sleep(for: .zero)
    let measured = await clock.measure { await time.advance(by: .seconds(7)) }
    #expect(measured == .seconds(7))
  }

  @Test(.world(.live), arguments: [World.live, .mock])
  func whatIsNegativeReturnsInEveryWorld(world: World) async throws {
    for duration in [Duration.zero, .seconds(-5), .seconds(Int64.min)] { try await world.sleep(duration) }
  }

  @Test func waitingForSleepersEndsWhenCancelled() async {
    let waiting = Task { [time] in try await time.waitForSleepers(3) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func ofTwoThatWaitForSleepersOnlyTheCancelledOneEnds() async throws {
    func waiting(_ name: String) -> Task<Void, Never> {
      Task { [time, diary] in
        do {
          try await time.waitForSleepers(2)
          diary.write("\(name) returned")
        } catch { diary.write("\(name) threw \(type(of: error))") }
      }
    }
    let (first, second) = (waiting("first"), waiting("second"))
    await time.advance(by: .zero)
    second.cancel()
    await time.advance(by: .zero)
    #expect(diary.entries == ["second threw CancellationError"])
    async let one: Void = time.sleep(for: .seconds(1))
    async let other: Void = time.sleep(for: .seconds(1))
    await time.advance(by: .seconds(1))
    _ = try await (one, other)
    await first.value
    await second.value
    #expect(diary.entries.last == "first returned")
  }

  /// Without the check on entry, it would wait for the sleeper that falls asleep at the end.
  @Test func waitingForSleepersThrowsAtOnceInACancelledTask() async {
    async let waiting: Void = {
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        try await time.waitForSleepers()
        diary.write("returned")
      } catch {
        diary.write("threw \(type(of: error))")
      }
    }()
    await time.advance(by: .zero)
    #expect(diary.entries == ["threw CancellationError"])
    async let sleeper: Void? = try? await time.sleep(for: .seconds(1))
    await time.advance(by: .seconds(1))
    _ = await (waiting, sleeper)
  }

  /// The same of falling asleep: it would be woken when time advances.
  @Test func sleepingThrowsAtOnceInACancelledTask() async {
    async let sleeping: Void = {
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        try await time.sleep(for: .seconds(1))
        diary.write("returned")
      } catch {
        diary.write("threw \(type(of: error))")
      }
    }()
    await time.advance(by: .zero)
    #expect(diary.entries == ["threw CancellationError"])
    await time.advance(by: .seconds(1))
    await sleeping
  }

  /// Real time passes a deadline, and the alarm is late.
  @Test func anOverdueSleeperDoesNotTakeTimeBack() async {
    let outside = TimeMachine(frozenAt: start)
    let clock = outside.now
    let never = TimeMachine(frozenAt: start)
    let real = RealTime(
      elapsed: { clock.duration(to: outside.now) }, date: { .distantPast },
      sleep: { _ in try await never.sleep(for: .seconds(1)) })
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .ticking(rate: 1), real: real)
    async let sleeper: Void = {
      try? await time.sleep(for: .seconds(5))
      diary.write("\(Int(time.date.timeIntervalSince(start)))")
    }()
    await time.advance(by: .zero)
    await outside.advance(by: .seconds(60))
    #expect(time.sleeperCount == 1)
    await time.advance(by: .seconds(1))
    #expect(diary.entries == ["60"])
    #expect(time.date == start + 61)
    await sleeper
  }

  /// The alarm that is set waits for as long as it took before the jump.
  @Test func aJumpSetsTheAlarmAnew() async {
    let outside = TimeMachine(frozenAt: start)
    let clock = outside.now
    let real = RealTime(
      elapsed: { clock.duration(to: outside.now) }, date: { .distantPast },
      sleep: { try await outside.sleep(for: $0) })
    let time = TimeMachine(at: TimeMachine.Instant(start), motion: .ticking(rate: 1), real: real)
    async let sleeper: Void? = try? await time.sleep(for: .seconds(60))
    await time.advance(by: .zero)
    let alarm = time.state.withLock { $0.alarm?.task }
    #expect(alarm != nil)
    await time.advance(by: .seconds(50))
    #expect(time.state.withLock { $0.alarm?.task } != alarm)
    await time.advance(by: .seconds(10))
    await sleeper
    #expect(time.state.withLock { $0.alarm?.task } == nil)
  }

  /// A cancellation that comes after its sleeper woke finds nothing, though another one sleeps by then.
  @Test func aLateCancellationDoesNotEndTheNextSleep() async throws {
    let early = try await asleep("early", 1)
    await time.advance(by: .seconds(1))
    try await early.value
    let late = try await asleep("late", 1)
    early.cancel()
    #expect(time.sleeperCount == 1)
    await time.advance(by: .seconds(1))
    try await late.value
    #expect(diary.entries == ["early 1", "late 2"])
  }

  @Test func aSleeperMayItselfTravel() async {
    async let traveller: Void = {
      try? await time.sleep(for: .seconds(1))
      await time.advance(by: .seconds(10))
    }()
    await time.advance(by: .seconds(2))
    await traveller
    #expect(time.date == start + 12)
  }

  @Test func aSleeperMayCancelAnother() async {
    let second = Task { [time] in try await time.sleep(for: .seconds(2)) }
    try? await time.waitForSleepers()
    async let first: Void = {
      try? await time.sleep(for: .seconds(1))
      second.cancel()
    }()
    await time.advance(by: .seconds(2))
    await #expect(throws: CancellationError.self) { try await second.value }
    await first
  }
}
