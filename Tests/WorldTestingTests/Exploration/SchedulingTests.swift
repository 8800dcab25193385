import CWorldTesting
import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// Which orders there are, and how they are chosen.
struct SchedulingTests {
  @Test func allOrdersOfTwoTasksOfTwoStepsAreRunOnce() async {
    let log = EventLog()
    let orders = await withRuns(
      of: {
        async let first: Void = steps("a", log)
        async let second: Void = steps("b", log)
        _ = await (first, second)
      },
      { explorer in
        var planner = Planner(.schedule, seed: 0)
        var orders: [String] = []
        while let plan = planner.next(), orders.count < 10_000 {
          planner.note(explorer.run(plan), of: plan)
          orders.append(log.drain().joined())
        }
        return planner.orders.areComplete ? Set(orders) : []
      })
    // Four steps, of which each task's two keep their order.
    #expect(orders == ["a1a2b1b2", "a1b1a2b2", "a1b1b2a2", "b1a1a2b2", "b1a1b2a2", "b1b2a1a2"])
  }

  @Sendable private func steps(_ name: String, _ log: EventLog) async {
    log.note("\(name)1")
    await Task.yield()
    log.note("\(name)2")
  }

  @Test func theSimplestOrderRunsEachTaskUntilItWaitsOrYields() async {
    let log = EventLog()
    let order = await withRuns(
      of: {
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c"] { group.addTask { await steps(name, log) } }
        }
      },
      { explorer in
        _ = explorer.run(Plan())
        return log.drain()
      })
    #expect(order == ["a1", "b1", "c1", "a2", "b2", "c2"])
  }

  private actor Notebook {
    private let log: EventLog
    init(_ log: EventLog) { self.log = log }
    func note(_ event: String) { log.note(event) }
  }

  /// An actor's call ends a step, but after it the same task goes on.
  @Test func afterASleepEachTaskRunsUntilItWaits() async {
    let log = EventLog()
    let order = await withRuns(
      of: {
        let notebook = Notebook(log)
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              try? await Current.sleep(.seconds(1))
              for step in 1...3 { await notebook.note("\(name)\(step)") }
            }
          }
        }
      },
      { explorer in
        _ = explorer.run(Plan())
        return log.drain()
      })
    #expect(order == ["a1", "a2", "a3", "b1", "b2", "b3"])
  }

  /// Eight tasks, of which the last has many steps. How many of 400 runs begin with that one, and in how many the task that
  /// begins is lowered or left before its next step.
  @Test(arguments: [
    (Strategy.inOrder, 0...0, 400...400), (.priorities(depth: 1), 25...75, 0...0),
    (.priorities(depth: 3), 25...75, 1...100), (.random, 25...75, 320...380),
    // Of all orders most begin with the one of many steps.
    (.walk, 120...280, 180...300),
  ])
  func aRunHasTheStrategyOfItsPlan(
    strategy: Strategy, last: ClosedRange<Int>, left: ClosedRange<Int>
  ) async {
    let log = EventLog()
    let beginnings = await withRuns(
      of: {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<8 {
            group.addTask {
              await steps("\(number)", log)
              for _ in 0..<(number == 7 ? 20 : 0) { await Task.yield() }
            }
          }
        }
      },
      { explorer in
        let first = explorer.run(Plan())
        _ = log.drain()
        let estimate = Chooser.Estimate(
          choices: first.limits.count,
          steps: Dictionary(uniqueKeysWithValues: zip(first.lineages, first.steps)))
        return (0..<400 as Range<UInt64>).map { seed in
          _ = explorer.run(Plan(strategy: strategy, seed: seed, estimate: estimate))
          return log.drain().prefix(2).joined()
        }
      })
    #expect(last.contains(beginnings.count { $0.hasPrefix("71") }))
    #expect(left.contains(beginnings.count { $0.first != $0.dropFirst(2).first }))
  }

  @Test func aSleepIsLateByAnyOfThreeDurations() {
    var sleeps = Lateness(rate: 256, seed: 1)
    let late = (0..<100).map { _ in sleeps.next(.seconds(2)) }
    #expect(Set(late) == [.milliseconds(1), .seconds(2), .seconds(20)])
  }

  @Test func theSameTasksAmongOthersAreAnotherTrace() {
    var (two, three) = (Trace(), Trace())
    two.add(1, of: 2)
    three.add(1, of: 3)
    #expect(two != three)
  }

  @Test func priorityChangesAreBounded() {
    var chooser = Chooser(.priorities(depth: 1), seed: 7)
    let choices = (0..<50).map { _ in chooser.choose(among: [0, 1, 2]) }
    #expect(Set(choices).count == 1, "without changes the same task goes on")
  }

  @Test func timePassesWhenNothingElseCanHappen() async {
    let log = EventLog()
    let start = World.Exploration.silentMock().date()
    let ending = await withRuns(
      of: {
        async let hour: Void = { try? await Current.sleep(.seconds(3_600)) }()
        for _ in 0..<5 { await Task.yield() }
        log.note("\(Current.date().timeIntervalSince(start))")
        await hour
        log.note("\(Current.date().timeIntervalSince(start))")
      },
      { $0.run(Plan()).failure })
    #expect(ending == nil)
    #expect(log.drain() == ["0.0", "3600.0"])
  }

  @Test func sleepsEndInTheirOrderAndLateIfChosenSo() async {
    let log = EventLog()
    let (inTime, late) = await withRuns(
      of: {
        await withTaskGroup(of: Void.self) { group in
          for seconds in [2, 3] {
            group.addTask {
              try? await Current.sleep(.seconds(seconds))
              log.note("\(seconds)")
            }
          }
        }
      },
      { explorer in
        _ = explorer.run(Plan())
        let inTime = log.drain()
        var input = RunInput()
        input.durations = Choices([.init(index: 0, value: 2)])
        _ = explorer.run(Plan(input: input))
        return (inTime, log.drain())
      })
    #expect(inTime == ["2", "3"])
    #expect(late == ["3", "2"])
  }

  @Test func sleepsMayLastForever() async {
    let failure = await withRuns(
      of: {
        let tasks = [
          Task { try await Current.sleep(.seconds(Int64.max)) },
          Task { try await Task.sleep(for: .seconds(Int64.max)) },
        ]
        try? await Current.sleep(.seconds(1))
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
      },
      { explorer in
        var plan = Plan()
        plan.lateRate = 256
        return explorer.run(plan).failure
      })
    #expect(failure == nil)
  }

  @Test func aCancelledSleepThrows() async {
    let failure = await withRuns(
      of: {
        let task = Task { try await Current.sleep(.seconds(1)) }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(throws: Never.self) { try Task.checkCancellation() }
      }, { $0.run(Plan()).failure })
    #expect(failure == nil)
  }

  @Test func lateWorkEndsWithTheRun() async {
    let log = EventLog()
    await withRuns(
      of: {
        Task {
          do { try await Current.sleep(.seconds(1)) } catch { log.note("ended") }
          while true {
            try? await Current.sleep(.seconds(1))
            log.note("slept")
          }
        }
      },
      { explorer in
        let ran = explorer.run(Plan())
        #expect(ran.failure == nil)
      })
    #expect(log.drain() == ["ended"] + Array(repeating: "slept", count: RunCore.sleepsEndedAtOnceLimit))
  }

  @Test func nothingOfARunIsLeftWhenItsTasksAreOver() async {
    let schedulers = Lock<[WeakScheduler]>([])
    await withRuns(
      of: {
        schedulers.withLock { $0.append(WeakScheduler(scheduler: Scheduler.current)) }
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await Task { await Task.yield() }.value }
          group.addTask { await Task.detached { await Task.detached { await Task.yield() }.value }.value }
        }
        Task.detached { await Task.yield() }
        Task { try? await Current.sleep(.seconds(1)) }
      },
      { explorer in
        for seed in 0..<20 as Range<UInt64> { _ = explorer.run(Plan(strategy: .random, seed: seed)) }
      })
    #expect(schedulers.withLock { $0.count } == 20)
    #expect(schedulers.withLock { $0.count { $0.scheduler != nil } } == 0)
  }

  @Test func aThreadOutsideIsNoticed() async {
    let outside = Outside()
    let (arrivals, failure) = await withRuns(
      of: { await outside.work() },
      { explorer in
        let outcome = explorer.run(Plan())
        return (outcome.arrivals, outcome.failure)
      })
    #expect(arrivals == 1)
    #expect(failure == nil)
  }

  @MainActor private func mainSteps(_ name: String, _ log: EventLog) async {
    MainActor.assertIsolated()
    log.note("\(name)1")
    await Task.yield()
    log.note("\(name)2")
  }

  @Test func theMainActorIsPartOfTheRun() async {
    let log = EventLog()
    let outcome = await withRuns(
      of: {
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask { await mainSteps(name, log) }
          }
        }
      }, { $0.run(Plan()) })
    #expect(outcome.arrivals == 0)
    #expect(outcome.failure == nil)
    #expect(log.drain() == ["a1", "b1", "a2", "b2"])
  }

  /// Others create tasks as ever, also on a thread that explored.
  @Test func onlyRunsPreferTheirScheduler() async {
    await withRuns(
      of: {},
      { explorer in
        _ = explorer.run(Plan())
        #expect(world_testing_scheduler() == nil)
      })
    #expect(world_testing_scheduler() == nil)
    #expect(Scheduler.current == nil)
  }

}

private struct WeakScheduler: Sendable {
  weak let scheduler: Scheduler?
}
