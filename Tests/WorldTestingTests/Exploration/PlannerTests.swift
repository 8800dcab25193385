import Testing
import World

@testable import WorldTesting

/// Which runs are planned after runs that are made up.
struct PlannerTests {
  /// The plans after runs that read some dimensions.
  ///
  /// - Parameter choices: How many choices each run has, of two tasks; the last number holds for all that follow.
  private func plans(
    _ count: Int, after reads: World.Exploration.Dimensions, choices: [Int] = [0]
  ) async -> [Plan] {
    await withRuns(of: {}) { explorer in
      var outcome = explorer.run(Plan())
      outcome.reads = reads
      var planner = Planner(.all, seed: 0)
      var plans: [Plan] = []
      while plans.count < count, let plan = planner.next() {
        outcome.input = plan.input
        outcome.limits = Array(repeating: 2, count: choices[min(plans.count, choices.count - 1)])
        planner.note(outcome, of: plan)
        plans.append(plan)
      }
      return plans
    }
  }

  @Test func faultsAndSleepsComeInTheStartingWorldAndInOthers() async {
    let plans = await plans(200, after: [.date, .durations, .faults, .schedule])
    let kinds = plans.map { [$0.input.date != nil, $0.lateRate > 0, $0.faultRate > 0] }
    #expect(Set(kinds).count == 8)
  }

  @Test func whatAnEarlierRunReadStaysRead() async {
    let worlds = await withRuns(of: {}) { explorer in
      var (outcome, planner) = (explorer.run(Plan()), Planner(.all, seed: 0))
      for reads in [.locale, []] as [World.Exploration.Dimensions] {
        outcome.reads = reads
        planner.note(outcome, of: Plan())
      }
      return (0..<20).compactMap { _ in planner.next()?.input.locale }
    }
    #expect(!worlds.isEmpty)
  }

  @Test func inEachRunSomethingMayDiffer() async {
    let plans = await plans(400, after: [.durations, .faults, .schedule])
    let differing = plans.count { $0.strategy != .inOrder || $0.lateRate + $0.faultRate > 0 }
    #expect((plans.count, differing) == (400, 399), "all but the first")
  }

  @Test func eachStrategyIsPlanned() async {
    let strategies = await plans(200, after: [.faults, .schedule]).dropFirst().map { "\($0.strategy)" }
    let priorities = (2...6).map { "\(Strategy.priorities(depth: $0))" }
    #expect(Set(strategies) == Set(["inOrder", "random", "walk", "layers"] + priorities))
  }

  @Test func theLongestRunIsTheEstimate() async {
    let plans = await plans(20, after: .schedule, choices: [3, 9, 5])
    let estimates = plans.filter { !$0.isOrder }.map(\.estimate.choices)
    #expect(!estimates.isEmpty && estimates.allSatisfy { $0 == 9 }, "\(estimates)")
  }

  /// Each choice of two tasks makes one order more; 20,000 of those are remembered.
  @Test(arguments: [19_999, 20_000, 20_001]) func moreThanAreRememberedAreNotAll(count: Int) async {
    let (taken, isComplete) = await withRuns(of: {}) { explorer in
      var outcome = explorer.run(Plan())
      outcome.limits = Array(repeating: 2, count: count)
      var (orders, taken) = (Orders(), 0)
      orders.note(outcome)
      while orders.next() != nil { taken += 1 }
      return (taken, orders.areComplete)
    }
    #expect(taken == min(count, 20_000))
    #expect(isComplete == (count <= 20_000))
  }
}
