import TestSupport
import Testing
import World

@testable import WorldTesting

private actor Order {
  private(set) var events: [String] = []

  func note(_ event: String) { events.append(event) }
}

extension Chooser.Estimate {
  /// - Parameters:
  ///   - steps: Of tasks that no step created.
  init(choices: Int, of steps: [Int]) {
    var row = ScheduleRow()
    for _ in steps { row.addTask(creator: nil) }
    self.init(choices: choices, steps: Dictionary(uniqueKeysWithValues: zip(row.lineages, steps)))
  }
}

extension Chooser {
  /// Chooses among tasks of which the first is that which ran last.
  mutating func choose(among tasks: [Int]) -> Int {
    tasks.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        choose(
          among: ReadyTasks($0, count: buffer.count, first: 0), steps: 0)
      } ?? 0
    }
  }
}

/// The strategies by themselves, choosing among tasks that are given by the number of their steps.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct StrategyTests {
  /// The order in which a chooser runs the steps, by task.
  private func order(_ strategy: Strategy, _ steps: [Int], seed: UInt64) -> [Int] {
    var chooser = Chooser(
      strategy, seed: seed,
      // The last step is no choice.
      estimate: Chooser.Estimate(choices: steps.reduce(0, +) - 1, of: steps))
    for _ in steps { chooser.addTask(creator: nil) }
    var (left, order) = (steps, [Int]())
    while true {
      // The task that ran last comes first.
      let others = left.indices.filter { left[$0] > 0 && $0 != order.last }
      let ready = (order.last.map { left[$0] > 0 ? [$0] : [] } ?? []) + others
      guard let first = ready.first else { return order }
      let task = ready.count == 1 ? first : ready[chooser.choose(among: ready)]
      chooser.ran(task)
      left[task] -= 1
      order.append(task)
    }
  }

  private func count(_ strategy: Strategy, _ steps: [Int], runs: UInt64, _ isFound: ([Int]) -> Bool) -> Int {
    (0..<runs).count { isFound(order(strategy, steps, seed: $0)) }
  }

  struct Bug: Sendable {
    var depth: Int
    /// Of each task.
    var steps: [Int]
    var orders: Set<[Int]>
  }

  /// As often as the paper promises: in one of k n^(depth - 1) runs, for n steps of k tasks. Of a tenth more runs than that takes, since
  /// the first bug isn't found more often.
  @Test(arguments: [
    Bug(depth: 1, steps: [1, 1, 1], orders: [[2, 0, 1], [2, 1, 0]]),
    Bug(depth: 2, steps: [2, 1], orders: [[0, 1, 0]]),
    Bug(depth: 2, steps: [3, 2], orders: [[0, 1, 1, 0, 0]]),
    Bug(depth: 3, steps: [2, 2, 1], orders: [[0, 1, 2, 1, 0]]),
    Bug(depth: 3, steps: [2, 3], orders: [[0, 1, 0, 1, 1]]),
    Bug(depth: 4, steps: [3, 2], orders: [[0, 1, 0, 1, 0]]),
  ])
  func prioritiesFindABugAsOftenAsTheyPromise(_ bug: Bug) {
    let all = Double(bug.steps.reduce(0, +))
    let bound = (1..<bug.depth).reduce(1 / Double(bug.steps.count)) { bound, _ in bound / all }
    let found = count(.priorities(depth: bug.depth), bug.steps, runs: UInt64(220 / bound)) {
      bug.orders.contains($0)
    }
    #expect(found >= 200)
  }

  /// Changes before choices 1 and 4 of five, the second of them to the lower priority: one of 24 runs, if all are as likely.
  @Test func prioritiesChangeAnywhereAndInAnyOrder() {
    let found = count(.priorities(depth: 3), [2, 4], runs: 24_000) { $0 == [0, 1, 1, 1, 0, 1] }
    #expect((900...1_100).contains(found))
  }

  @Test func prioritiesChangeAsOftenAsTheirDepthSays() {
    for depth in 1...4 {
      let most = (0..<1_000 as Range<UInt64>).map { seed in
        let order = order(.priorities(depth: depth), [9, 9, 9], seed: seed)
        return zip(order, order.dropFirst()).count { $0 != $1 }
      }.max()
      // Two more where a task ends, of the three.
      #expect(most == depth - 1 + 2)
    }
  }

  @Test func aWalkMakesAllOrdersAsLikely() {
    // One step of ten: in each place as often.
    let places = (0..<10).map { place in count(.walk, [1, 9], runs: 10_000) { $0.firstIndex(of: 0) == place }
    }
    #expect(places.allSatisfy { (850...1_150).contains($0) }, "\(places)")
  }

  /// In half of the runs both are in one layer, as in a walk, in which two of six orders are those of tasks one after the other.
  @Test func inLayersSomeTasksComeAfterTheEndOfOthers() {
    let orders = (0..<6_000 as Range<UInt64>).map { order(.layers, [2, 2], seed: $0) }
    #expect((1_900...2_100).contains(orders.count { $0 == [0, 0, 1, 1] }))
    #expect((1_900...2_100).contains(orders.count { $0 == [1, 1, 0, 0] }))
    #expect(Set(orders).count == 6)
  }

  @Test func tasksAreKnownByTheirCreators() {
    func lineages(_ creators: [Int?]) -> [UInt64] {
      var row = ScheduleRow()
      for creator in creators { row.addTask(creator: creator) }
      return row.lineages
    }
    let (one, other) = (lineages([nil, 0, 0, 1, nil]), lineages([nil, nil, 0, 2, 0]))
    #expect(Set(one).count == 5)
    #expect([0, 4, 1, 3, 2].map { one[$0] } == other)
  }

  @Test func atRandomEachTaskIsAsLikely() {
    #expect((4_850...5_150).contains(count(.random, [1, 9], runs: 10_000) { $0.first == 0 }))
    #expect((2_350...2_650).contains(count(.random, [1, 9], runs: 10_000) { $0[1] == 0 }))
  }

  /// Between the orders with few switches others are run at random.
  @Test func aBugOfManySwitchesIsFoundAmongOrders() async {
    for seed in 0..<3 as Range<UInt64> {
      let report = await World.Exploration(runs: 1_000, seed: seed).run {
        let log = Order()
        await withTaskGroup(of: Void.self) { group in
          for name in ["x", "y", "z"] {
            group.addTask {
              for number in 1...4 {
                await log.note("\(name)\(number)")
              }
            }
          }
        }
        let order = await log.events
        let wanted = ["z2", "x1", "y2", "z3", "x3"].compactMap { order.firstIndex(of: $0) }
        if wanted == wanted.sorted() { throw CancellationError() }
      }
      #expect(report.failureText != nil, "seed \(seed)")
    }
  }

  @Test func eachReadyTaskHasOneChoice() {
    let tasks = [0, 1, 2, 3]
    for first in tasks.indices {
      let choices = tasks.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.map { start in
          let ready = ReadyTasks(start, count: buffer.count, first: first)
          return tasks.map(ready.place)
        }
      }
      #expect(choices == [first] + tasks.filter { $0 != first })
    }
  }

  @Test func inOrderEachTaskRunsToItsEnd() {
    #expect(order(.inOrder, [2, 3, 1], seed: 7) == [0, 0, 1, 1, 1, 2])
  }
}
