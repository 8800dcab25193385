import Testing
import World
import WorldMocks

@testable import WorldTesting

/// A machine may be late: a sleep ends while another task is ready.
struct LateStepTests {
  /// Lets two run under a limit of one, if one comes when another leaves, before the one that waited goes on.
  private actor Limiter {
    private var (running, most) = (0, 0)
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      if running > 0 { await withCheckedContinuation { waiting.append($0) } }
      running += 1
      most = max(most, running)
    }

    func end() {
      running -= 1
      if !waiting.isEmpty { waiting.removeFirst().resume() }
    }

    var isKept: Bool { most < 2 }
  }

  private struct TooMany: Error {}

  @Sendable private static func limited() async throws {
    let limiter = Limiter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await limiter.begin()
          try? await Task.sleep(for: .milliseconds(10))
          await limiter.end()
        }
      }
    }
    if await !limiter.isKept { throw TooMany() }
  }

  @Test func aMachineIsInTimeWhereDurationsDontDiffer() async {
    let report = await World.Exploration(runs: 200, varying: .schedule).run(LateStepTests.limited)
    #expect(report.failureText == nil && report.runs == 200)
  }

  /// A test that waits long for what takes little is right.
  @Test(arguments: [(60, ["0", "60"]), (30, ["0", "30", "60", "90"]), (100, ["0", "100"]), (101, ["0"])])
  func aStepIsLateByATenthOfASecondAtMost(milliseconds: Int, expected: [String]) async {
    let events = EventLog()
    await withRuns(
      of: {
        let start = Current.date()
        async let sleeps: Void = {
          for _ in 0..<10 { try? await Current.sleep(.milliseconds(milliseconds)) }
        }()
        async let other: Void = {
          events.note("\(Int((Current.date().timeIntervalSince(start) * 1_000).rounded()))")
        }()
        _ = await (sleeps, other)
      }
    ) { explorer in
      for seed in 0..<200 {
        var plan = Plan(strategy: .random, seed: UInt64(seed))
        plan.lateRate = 256
        _ = explorer.run(plan)
      }
    }
    #expect(Set(events.drain()) == Set(expected))
  }

  /// When nothing is ready, a machine isn't behind.
  @Test func aStepMayBeLateAgainAfterAllTasksSlept() async {
    let events = EventLog()
    await withRuns(
      of: {
        var late: [Int] = []
        for _ in 0..<2 {
          let start = Current.date()
          async let sleep: Void? = try? Current.sleep(.milliseconds(60))
          async let other = Int((Current.date().timeIntervalSince(start) * 1_000).rounded())
          late.append(await other)
          _ = await sleep
          try? await Current.sleep(.seconds(1))
        }
        events.note("\(late)")
      }
    ) { explorer in
      for seed in 0..<200 {
        var plan = Plan(strategy: .random, seed: UInt64(seed))
        plan.lateRate = 256
        _ = explorer.run(plan)
      }
    }
    #expect(Set(events.drain()) == ["[0, 0]", "[0, 60]", "[60, 0]", "[60, 60]"])
  }

  @Test func whereTimeStandsStillNoStepIsLate() async {
    let events = EventLog()
    await withRuns(
      of: {
        let task = Task { try await Current.sleep(.seconds(1)) }
        await Task.yield()
        events.note("\(Current.time.sleeperCount) \(Current.date())")
        task.cancel()
      }, autoAdvance: false
    ) { explorer in
      for seed in 0..<20 {
        var plan = Plan(seed: UInt64(seed))
        plan.lateRate = 256
        _ = explorer.run(plan)
      }
    }
    #expect(Set(events.drain()) == ["1 \(World.Exploration.silentMock().date())"])
  }

  @Test(arguments: [3, 5, 6])
  func aTaskMayBeginAfterAnotherOnesSleep(seed: UInt64) async throws {
    let report = await World.Exploration(runs: 1_000, varying: [.schedule, .durations], seed: seed)
      .run(LateStepTests.limited)
    #expect(report.failingDimensions.contains(.durations))
    #expect(report.description.contains("starts 0.01 s late"))
    #expect(report.description.contains("starts `the timer of Task.sleep`"))
    let token = try #require(report.token)
    let again = await World.Exploration(runs: 1, only: token).run(LateStepTests.limited)
    #expect(again.failureText == report.failureText && again.changedTokens.isEmpty)
  }
}
