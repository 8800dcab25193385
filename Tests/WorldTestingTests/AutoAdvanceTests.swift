import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// With `autoAdvance`, time moves to the next sleeper when nothing that the test runs can go on.
@Suite(.world(.mock, autoAdvance: true), .timeLimit(.minutes(120)))
struct AutoAdvanceTests {
  private let start = Date(timeIntervalSinceReferenceDate: 557_152_051)

  private var elapsed: TimeInterval { Current.date().timeIntervalSince(start) }

  @Test func aSleepTakesItsTimeInTheWorldAndNoneOutside() async throws {
    let begin = Current.clock.now
    try await Current.sleep(.seconds(3_600))
    #expect(elapsed == 3_600)
    #expect(begin.duration(to: Current.clock.now) == .seconds(3_600))
  }

  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async {
    let log = Locked<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for seconds in [5, 1, 3] {
        group.addTask {
          for turn in 1...2 {
            try? await Current.sleep(.seconds(seconds))
            log.withLock { $0.append("\(seconds).\(turn) at \(Int(elapsed))") }
          }
        }
      }
    }
    // The two at 2 s and at 6 s are in the order in which they fell asleep.
    #expect(
      log.value == ["1.1 at 1", "1.2 at 2", "3.1 at 3", "5.1 at 5", "3.2 at 6", "5.2 at 10"])
  }

  @Test func aTimeoutDoesNotFireWhileTheWorkGoesOn() async throws {
    let value = try await withTimeout(.seconds(30)) {
      for _ in 0..<1_000 { await Task.yield() }
      return 7
    }
    #expect(value == 7)
    #expect(elapsed == 0)
  }

  @Test func aTimeoutFiresWhenTheWorkIsSlower() async {
    await #expect(throws: TimedOut.self) {
      try await withTimeout(.seconds(30)) { try await Current.sleep(.seconds(60)) }
    }
    #expect(elapsed == 30)
  }

  @Test @MainActor func theMainActorIsWaitedFor() async throws {
    let value = try await withTimeout(.seconds(30)) {
      await MainActor.run { (0..<10_000).reduce(0, +) }
    }
    #expect(value == 49_995_000)
    #expect(elapsed == 0)
    try await Current.sleep(.seconds(1))
    #expect(elapsed == 1)
  }

  @Test func aTaskOutsideSleepsInTheSameTime() async throws {
    let search = Task {
      try await Current.sleep(.milliseconds(300))
      return Current.date()
    }
    #expect(try await search.value == start + 0.3)
  }

  @Test func aLoopThatYieldsUntilTimeHasPassedEnds() async {
    let isOver = Locked(false)
    async let sleeping: Void = {
      try? await Current.sleep(.seconds(5))
      isOver.withLock { $0 = true }
    }()
    while !isOver.value { await Task.yield() }
    await sleeping
    #expect(elapsed == 5)
  }

  @Test func soDoesTheTimeOfAWorldInside() async throws {
    try await withWorld(.mock) {
      try await Current.sleep(.seconds(7))
      #expect(elapsed == 7)
    }
    #expect(elapsed == 0)
  }

  @Test func manyStepsInWhichTasksDoMoreThanYieldTakeNoTime() async throws {
    async let sleeping: Void = Current.sleep(.seconds(5))
    for _ in 0..<10_000 { await Task {}.value }
    #expect(elapsed == 0)
    try await sleeping
    #expect(elapsed == 5)
  }

  @Test func timeMayAlsoBeMovedByHand() async throws {
    async let slept: Void = Current.sleep(.seconds(5))
    await Current.time.advance(by: .seconds(60))
    try await slept
    #expect(elapsed == 60)
  }
}

/// Without it, nothing moves time but the test, whatever runs where.
@Suite(.world(.mock) { $0.locale = { Locale(identifier: "fr_FR") } })
struct ChangedMockTests {
  @Test func aTraitsWorldIsChanged() {
    #expect(Current.locale().identifier == "fr_FR")
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
  }

  /// A test's own mock world begins anew, and not with that of its suite.
  @Test(.world(.mock, autoAdvance: true) { $0.timezone = { .gmt } })
  func aChangedMockWhoseTimePasses() async throws {
    #expect(Current.locale().identifier == "en_GB")
    #expect(Current.timezone() == .gmt)
    let begin = Current.clock.now
    try await Current.sleep(.seconds(3_600))
    #expect(begin.duration(to: Current.clock.now) == .seconds(3_600))
  }

  @Test(.exploring(3)) func inAnExplorationTheMachineIsMovedToo() async throws {
    let begin = Current.clock.now
    async let slept: Void = Current.sleep(.seconds(5))
    try await Current.time.waitForSleepers()
    await Current.time.advance(by: .seconds(60))
    try await slept
    #expect(begin.duration(to: Current.clock.now) >= .seconds(60))
  }
}
