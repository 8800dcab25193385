import Foundation
import TestSupport
import Testing
import World
import WorldSimulation

@testable import WorldMocks
@testable import WorldTesting

/// In a mock world time stands still until it is moved, for `date`, `sleep` and `clock`.
@Suite(.world(.mock))
struct MockTimeTests {
  private let start = Date(timeIntervalSinceReferenceDate: 557_152_051)

  @Test func aTimeoutDoesNotFireBeforeItsTime() async throws {
    let value = try await withTimeout(.seconds(30)) {
      for _ in 0..<100 { await Task.yield() }
      return 7
    }
    #expect(value == 7)
    #expect(Current.date() == start)
  }

  @Test func aTimeoutFiresWhenTimeIsMoved() async throws {
    let (never, keepOpen) = AsyncStream.makeStream(of: Int.self)
    async let value = withTimeout(.seconds(30)) {
      for await number in never { return number }
      throw CancellationError()
    }
    try await Current.time.waitForSleepers()
    await Current.time.advance(by: .seconds(30))
    do {
      _ = try await value
      Issue.record("the timeout didn't fire")
    } catch {
      #expect(error is TimedOut)
    }
    #expect(Current.date() == start + 30)
    keepOpen.finish()
  }

  @Test func dateSleepAndClockAgree() async throws {
    let begin = Current.clock.now
    async let slept: Void = Current.clock.sleep(until: begin.advanced(by: .seconds(90)))
    try await Current.time.waitForSleepers()
    await Current.time.advance(by: .seconds(90))
    try await slept
    #expect(begin.duration(to: Current.clock.now) == .seconds(90))
    #expect(Current.date() == start + 90)
    #expect(Current.time.date == start + 90)
  }

  @Test func aCancelledSleepThrowsInTimeThatStandsStill() async throws {
    let task = Task { try await Current.sleep(.seconds(60)) }
    try await Current.time.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func eachMockWorldHasATimeOfItsOwn() async {
    let (one, other) = (World.mock, World.mock)
    await one.time.advance(by: .seconds(60))
    #expect(one.date() == start + 60)
    #expect(other.date() == start)
    let copy = one
    await copy.time.advance(by: .seconds(60))
    #expect(one.date() == start + 120)
  }

  @Test func anotherMachineReplacesIt() async {
    let time = TimeMachine(frozenAt: .distantPast)
    Current.use(time)
    #expect(Current.time === time)
    #expect(Current.clock.measure {} == .zero)
    await time.advance(by: .seconds(1))
    #expect(Current.date() == .distantPast + 1)
  }

  @Test func aMockWorldIsNotSimulated() {
    #expect(Current.simulation == World.Simulation())
  }

  /// The simulation has the date; its sleeps and its clock pass in the mock world's time.
  @Test func aSimulatedMockWorldSleepsInTheSameTime() async throws {
    let world = World.mock.using(World.Simulation(date: .ticking(from: .distantPast, rate: 60, since: start)))
    #expect(world.date() == .distantPast)
    let begin = world.clock.now
    async let slept: Void = world.sleep(.seconds(600))
    try await world.time.waitForSleepers()
    await world.time.advance(by: .seconds(10))
    try await slept
    #expect(world.date() == .distantPast + 600)
    #expect(begin.duration(to: world.clock.now) == .seconds(600))
  }

  @Test func theLiveWorldHasNoTimeMachine() {
    #expect(reports { _ = World.live.time }.isOne(saying: "This world has no time machine"))
    let simulated = World.live.using(World.Simulation(date: .frozen(at: .distantPast)))
    #expect(reports { _ = simulated.time }.isOne(saying: "its time is real or simulated"))
  }

  @Test(arguments: World.edgeCases) func anEdgeCasesTimeIsDrivenByAMachine(edgeCase: World.EdgeCase) {
    #expect(edgeCase.world.date() == edgeCase.date)
    #expect(edgeCase.world.time.date == edgeCase.date)
  }
}

/// A mock world in which tasks sleep and nothing moves time says so, once.
struct WaitLimitTests {
  private let said = Locked<[String]>([])
  private let lines = AsyncStream.makeStream(of: String.self)
  private let outside = TimeMachine(frozenAt: .distantPast)

  private var limit: WaitLimit {
    WaitLimit(time: .seconds(5)) { [said, written = lines.continuation] line in
      said.withLock { $0.append(line) }
      written.yield(line)
    }
  }

  private var real: RealTime {
    RealTime(
      elapsed: { .zero }, date: { .distantPast }, sleep: { [outside] in try await outside.sleep(for: $0) })
  }

  private func machine() -> TimeMachine {
    TimeMachine(mockAt: TimeMachine.Instant(.distantPast), real: real, limit: limit)
  }

  /// A machine as a test makes it.
  private func frozenMachine() -> TimeMachine {
    TimeMachine(at: TimeMachine.Instant(.distantPast), motion: .frozen, real: real, limit: limit)
  }

  /// Lets real time pass, in the steps in which it counts.
  ///
  /// - Parameter waits: The number of waits that are watched.
  private func pass(_ seconds: Int, of waits: Int = 1) async throws {
    for _ in 0..<2 * seconds {
      try await outside.waitForSleepers(waits)
      await outside.advance(by: .seconds(0.5))
    }
  }

  @Test func itIsSaidAfterTenSeconds() { #expect(WaitLimit.standard.time == .seconds(10)) }

  @Test func itIsSaidOnceWithTheWaysOut() async throws {
    let time = machine()
    let sleepers = [30, 60].map { seconds in Task { try await time.sleep(for: .seconds(seconds)) } }
    try await time.waitForSleepers(2)
    try await pass(4)
    #expect(said.value == [])
    try await pass(1)
    for await _ in lines.stream { break }
    #expect(
      said.value == [
        """
        World: Time has stood still for 5.0 s in \
        \(Test.current!.name) (\(Test.current!.sourceLocation.fileID):\(Test.current!.sourceLocation.line)), \
        where 2 tasks sleep, the first for 30.0 s more. To fix it, one of:
        - start what sleeps in a Task { … }, and move time: try await Current.time.waitForSleepers(2); await Current.time.advance(by: .seconds(30.0))
        - in a test of Swift Testing, let it pass when nothing else can go on: @Test(.world(.mock, autoAdvance: true))
        - let it pass as real time does: Current.use(TimeMachine(startingAt: Current.date()))
        """
      ])
    await time.advance(by: .seconds(60))
    for sleeper in sleepers { try await sleeper.value }
    let again = Task { try await time.sleep(for: .seconds(1)) }
    try await time.waitForSleepers()
    try await pass(6)
    #expect(said.value.count == 1)
    again.cancel()
  }

  /// In a test without a scheduler, nothing else ends it. A later sleep has a limit of its own.
  @Test(arguments: [true, false]) func aSleepThatNothingEndsIsEnded(isOfMock: Bool) async throws {
    let time = isOfMock ? machine() : frozenMachine()
    let issues = try await reports {
      let sleep = Task { try await time.sleep(for: .seconds(40)) }
      try await time.waitForSleepers()
      try await pass(29)
      let later = Task { try await time.sleep(for: .seconds(50)) }
      try await time.waitForSleepers(2)
      try await pass(1)
      let error = await #expect(throws: (any Error).self) { try await sleep.value }
      #expect("\(error!)".contains("where 2 tasks sleep, the first for 40.0 s more"))
      try await outside.waitForSleepers()
      #expect(time.sleeperCount == 1)
      await time.advance(by: .seconds(50))
      try await later.value
    }
    // The error is enough. It isn't known whether the test has ended.
    #expect(issues.isEmpty)
  }

  /// A test's world knows its test. What a test left behind fails no other one.
  @Test(arguments: [true, false]) func aSleepThatIsEndedFailsARunningTest(isOver: Bool) async throws {
    let (time, run) = (machine(), TestRun("the test"))
    let issues = try await reports {
      let sleep = Task {
        try await World.mock.run(run) { try await time.sleep(for: .seconds(40)) }
      }
      try await time.waitForSleepers()
      if isOver { run.end() }
      try await pass(30)
      await #expect(throws: (any Error).self) { try await sleep.value }
    }
    #expect(issues.count == (isOver ? 0 : 1), "\(issues)")
  }

  /// A closure that is called later, as by a scheduler of Combine, isn't a task that waits.
  @Test func aCallIsNotEnded() async throws {
    let time = machine()
    let called = Locked(false)
    time.call(after: .seconds(1)) { called.withLock { $0 = true } }
    try await pass(30)
    // The next watch has begun.
    try await outside.waitForSleepers()
    #expect(!called.value)
    await time.advance(by: .seconds(1))
    #expect(called.value)
  }

  @Test func aWaitForMoreCallsThanThereAreEnds() async throws {
    let calls = World.Calls<Int, Int>(limit: limit, real: real)
    let issues = try await reports {
      let wait = Task { try await calls.waitUntilEnded(1) }
      try await pass(30)
      let error = await #expect(throws: (any Error).self) { try await wait.value }
      #expect("\(error!)" == "waitUntilEnded(1) has waited for 30.0 s; 0 calls have begun, and 0 have ended")
    }
    #expect(issues.isOne(saying: "waitUntilEnded(1)", "the wait was ended"))
  }

  /// As it is printed.
  @Test(.timeLimit(.minutes(120))) func theWayOutIsOneWithoutATrait() async throws {
    try await withWorld(.mock) {
      let slept = Task { try await Current.sleep(.seconds(30)) }
      try await Current.time.waitForSleepers(1); await Current.time.advance(by: .seconds(30.0))
      try await slept.value
    }
  }

  @Test func nothingIsSaidOfATimeThatIsMoved() async throws {
    let time = machine()
    let sleeper = Task { try await time.sleep(for: .seconds(1)) }
    try await time.waitForSleepers()
    try await outside.waitForSleepers()
    await time.advance(by: .seconds(1))
    try await sleeper.value
    // The alarm was cancelled.
    #expect(outside.sleeperCount == 0)
    await outside.advance(by: .seconds(60))
    #expect(said.value == [])
  }

  /// In a test without a scheduler, nothing else ends it.
  @Test func aWaitForMoreSleepersThanThereAreEnds() async throws {
    let time = machine()
    let sleeper = Task { try await time.sleep(for: .seconds(30)) }
    try await time.waitForSleepers()
    let issues = try await reports {
      let wait = Task { try await time.waitForSleepers(2) }
      // Also the sleep is watched.
      try await pass(5, of: 2)
      for await line in lines.stream where line.contains("waitForSleepers(2)") {
        #expect(
          line.hasPrefix("World: waitForSleepers(2) has waited for 5.0 s, and 1 task sleeps in the test"))
        break
      }
      try await pass(24, of: 2)
      try await outside.waitForSleepers(2)
      sleeper.cancel()
      try await pass(1)
      let error = await #expect(throws: (any Error).self) { try await wait.value }
      #expect("\(error!)".hasPrefix("waitForSleepers(2) has waited for 30.0 s, and no task sleeps"))
    }
    #expect(issues.isOne(saying: "waitForSleepers(2) has waited for 30.0 s", "the wait was ended"))
  }

  @Test func anAdvanceThatWaitsInVainLeavesTheTime() async throws {
    let time = machine()
    let issues = await reports {
      async let advance: Void = time.advance(by: .seconds(60), sleepers: 1)
      try? await pass(30)
      await advance
    }
    #expect(issues.isOne(saying: "advance(by:sleepers: 1) has waited for 30.0 s", "no task sleeps"))
    #expect(time.date == .distantPast)
  }

  @Test func anAdvanceReturnsIfTheLastSleepEndsAtItsEnd() async throws {
    let time = machine()
    let sleeper = Task { try await time.sleep(for: .seconds(60)) }
    let advance = Task { await time.advance(by: .seconds(60), sleepers: 1) }
    try await sleeper.value
    // Moves also for the alarm of the sleep, which may not have been cancelled yet.
    let mover = Task { [outside] in
      while true {
        try await outside.waitForSleepers()
        await outside.advance(by: .seconds(0.5))
      }
    }
    await advance.value
    mover.cancel()
    let start = "World: advance(by:sleepers: 1), at its end, has waited for 5.0 s, and no task sleeps"
    #expect(said.value.count { $0.hasPrefix(start) } == 1)
    #expect(time.date == .distantPast + 60)
  }
}
