import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Small programs that nobody wrote, of tasks that call actors, beside what Swift does with them.
///
/// One after the other: what runs on Swift's own threads shares a global actor with the explorations.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."), .serialized)
struct RandomOrdersTests {
  /// More with `RANDOM_PROGRAMS=10000`.
  private static let programs = UInt64(RandomProgramTests.programs / 3)

  /// Where a report says that all orders were run, Swift has no other outcome.
  @Test(.timeLimit(.minutes(120))) func swiftHasNoOrderThatAllOrdersHaveNot() async {
    var complete = 0
    for seed in 0..<Self.programs {
      var random = SplitMix(seed: seed)
      let program = Calls(depth: 0, &random)
      let explored = Lock<Set<String>>([])
      let report = await World.Exploration(runs: 200, varying: .schedule).run {
        let outcome = await CallsRun().outcome(of: program)
        explored.withLock { _ = $0.insert(outcome) }
      }
      #expect(report.failureText == nil, "program \(seed): \(program)")
      guard report.hasRunAllOrders else { continue }
      complete += 1
      let outcomes = explored.withLock { $0 }
      for _ in 0..<20 {
        let outcome = await CallsRun().outcome(of: program)
        #expect(outcomes.contains(outcome), "program \(seed): \(program)")
      }
    }
    #expect(complete > Self.programs / 4)
  }

  /// No outcome is lost with the orders that are left out if tasks share only actors.
  @Test(.timeLimit(.minutes(120))) func whatIsLeftOutHasNoOtherOutcome() async {
    var (complete, runs, others) = (0, 0, 0)
    for seed in 0..<(Self.programs / 2) {
      var random = SplitMix(seed: seed)
      let program = Calls(depth: 0, &random, sleeps: true)
      let all = await outcomes(of: program, sharesOnlyActors: false)
      guard all.report.orders.areExhausted else { continue }
      let some = await outcomes(of: program, sharesOnlyActors: true)
      #expect(some.report.orders.areExhausted, "program \(seed): \(program)")
      #expect(some.outcomes == all.outcomes, "program \(seed): \(program)")
      #expect(some.report.orderCount <= all.report.orderCount)
      complete += 1
      runs += some.report.orderCount
      others += all.report.orderCount
    }
    #expect(complete > Self.programs / 8)
    // Nothing is left out of a program in which one actor calls another.
    #expect(runs < others)
  }

  private func outcomes(
    of program: Calls, sharesOnlyActors: Bool
  ) async -> (outcomes: Set<String>, report: World.Exploration.Report) {
    let outcomes = Lock<Set<String>>([])
    var exploration = World.Exploration(runs: 200, varying: .schedule)
    exploration.sharesOnlyActors = sharesOnlyActors
    let report = await exploration.run {
      let outcome = await CallsRun().outcome(of: program)
      outcomes.withLock { _ = $0.insert(outcome) }
    }
    return (outcomes.withLock { $0 }, report)
  }
}

/// What a task does, one after the other.
private indirect enum Calls: Sendable {
  case call(Int)
  case yield
  case onMain([Calls])
  case onActor(Int, [Calls])
  case task([Calls])
  case detached([Calls])
  case mainTask([Calls])
  case actorTask([Calls])
  case child([Calls])
  case group([Calls])
  case sleep([Calls])
  case all([Calls])

  init(depth: Int, _ random: inout SplitMix, sleeps: Bool = false) {
    func some(_ random: inout SplitMix) -> [Calls] {
      (0..<(1 + random.next(below: 2))).map { _ in Calls(depth: depth + 1, &random, sleeps: sleeps) }
    }
    switch depth == 0 ? .max : random.next(below: depth < 3 ? sleeps ? 12 : 11 : 3) {
    case 0, 1: self = .call(random.next(below: 2))
    case 2: self = random.chance(64) ? .yield : .call(0)
    case 3: self = .onMain(some(&random))
    case 4: self = .onActor(random.next(below: 2), some(&random))
    case 5: self = .task(some(&random))
    case 6: self = .detached(some(&random))
    case 7: self = .mainTask(some(&random))
    case 8: self = .actorTask(some(&random))
    case 9: self = .child(some(&random))
    case 10: self = .group(some(&random))
    case 11: self = .sleep(some(&random))
    default:
      self = .all((0..<(2 + random.next(below: 2))).map { _ in Calls(depth: 1, &random, sleeps: sleeps) })
    }
  }
}

private final class CallsRun: Sendable {
  @globalActor actor Place {
    static let shared = Place()
  }

  /// What is entered, by whom.
  actor Log {
    private(set) var events: [String] = []

    func add(_ event: String) { events.append(event) }

    func run(_ calls: [Calls], _ name: String, _ run: CallsRun) async {
      events.append(name)
      await run.run(calls, name, on: self)
    }
  }

  @MainActor private final class MainLog {
    var events: [String] = []
    nonisolated init() {}
  }

  private let logs = [Log(), Log()]
  private let mainLog = MainLog()

  func outcome(of program: Calls) async -> String {
    await run([program], "", on: nil)
    var events = [await mainLog.events]
    for log in logs { events.append(await log.events) }
    return events.map { $0.joined(separator: " ") }.joined(separator: " | ")
  }

  /// On an actor, or on none.
  private func run(_ calls: [Calls], _ name: String, on actor: isolated (any Actor)?) async {
    var tasks: [Task<Void, Never>] = []
    for (index, call) in calls.enumerated() {
      let name = name + "\(index)"
      switch call {
      case .call(let place): await logs[place].add(name)
      case .yield: await Task.yield()
      case .onMain(let calls): await runOnMain(calls, name)
      case .onActor(let place, let calls): await logs[place].run(calls, name, self)
      case .task(let calls):
        tasks.append(
          Task {
            _ = actor
            await run(calls, name, on: actor)
          })
      case .detached(let calls): tasks.append(Task.detached { await self.run(calls, name, on: nil) })
      case .mainTask(let calls): tasks.append(Task { @MainActor in await runOnMain(calls, name) })
      case .actorTask(let calls): tasks.append(Task { @Place in await run(calls, name, on: Place.shared) })
      case .child(let calls):
        async let child: Void = runElsewhere(calls, name)
        await logs[0].add(name)
        await child
      case .group(let calls):
        await withTaskGroup(of: String.self) { group in
          for (index, call) in calls.enumerated() {
            group.addTask {
              await self.run([call], "\(name)\(index)", on: nil)
              return "\(name)\(index)"
            }
          }
          for await name in group { await logs[1].add(name) }
        }
      case .sleep(let calls):
        try? await Task.sleep(for: .milliseconds(10))
        await run(calls, name, on: actor)
      case .all(let calls): await run(calls, name, on: actor)
      }
    }
    for task in tasks { await task.value }
  }

  @concurrent private func runElsewhere(_ calls: [Calls], _ name: String) async {
    await run(calls, name, on: nil)
  }

  @MainActor private func runOnMain(_ calls: [Calls], _ name: String) async {
    mainLog.events.append(name)
    await run(calls, name, on: MainActor.shared)
  }
}
