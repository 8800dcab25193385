// SPDX-License-Identifier: MIT

import CWorldTesting
import Dispatch
import Foundation
import World
import WorldSimulation

/// Checks whether Swift's runtime in this process behaves as tests in mock worlds need it.
///
/// Much of this isn't part of the stable ABI, so a version number doesn't tell. Instead, a few tasks run, once in a process and
/// on a thread of their own, and their behavior is compared with the expected one. It takes some milliseconds.
struct RuntimeCheck: Sendable {
  /// What unexpected behavior means for tests.
  enum Part: String, CaseIterable, Sendable {
    case children = "child tasks run beside the test"
    case tasks = "Task {} runs beside the test"
    case detached = "Task.detached runs beside the test"
    case actors = "tasks enter actors in any order"
    case sharedActors =
      "tests that share an actor don't take turns, and explorations omit orders in which actors are entered"
    case cancellations = "explorations omit orders in which a task notices that it is cancelled"
    case mainActor = "the main actor runs beside the test"
    case yields = "a task that yields goes on before others"
    case sleeps = "Task.sleep is in real time"
    case dates = "Date() is in real time"
    case random = "Int.random, shuffled() and UUID() are the system's"
    case waits = "a test in which no task can go on isn't reported before its timeout"
    case order = "tasks go on in another order"

    /// What isn't controlled then, in a few words.
    var name: String {
      switch self {
      case .children: "child tasks"
      case .tasks: "Task {}"
      case .detached: "Task.detached"
      case .actors: "actors"
      case .sharedActors: "entries into actors"
      case .cancellations: "cancellations"
      case .mainActor: "the main actor"
      case .yields: "Task.yield()"
      case .sleeps: "Task.sleep"
      case .dates: "Date()"
      case .random: "Int.random and UUID()"
      case .waits: "what tasks wait for"
      case .order: "the order of tasks"
      }
    }

    /// Whether all orders can be run although it isn't controlled: it doesn't change which of them there are.
    fileprivate var leavesOrders: Bool { [.dates, .random, .waits].contains(self) }
  }

  static let ofProcess: RuntimeCheck = {
    let check = RuntimeCheck { RuntimeProgram().run() }
    if let problem = check.problem { writeLineToStandardError("World: \(problem).") }
    return check
  }()

  /// The parts that failed; `nil` if the check took too long.
  let failed: [Part]?

  /// - Parameters:
  ///   - time: The time that the check may take.
  ///   - processorTime: The time that its thread may use of a core. On a busy machine that takes many times as long.
  init(
    within time: Duration = .seconds(60), using processorTime: Duration = .seconds(1),
    ticker: Ticker = .ofProcess, _ run: @escaping @Sendable () -> [Part]
  ) {
    let found = Lock<[Part]?>(nil)
    let thread = Lock<StepThread?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    let end = ticker.count + Ticker.ticks(in: time)
    let watching = ticker.add {
      let used = thread.withLock { $0 }?.time ?? 0
      if ticker.count >= end || .nanoseconds(used) > processorTime { isOver.signal() }
      return nil
    }
    Thread.detachNewThread {
      thread.withLock { $0 = .current }
      let failed = run()
      found.withLock { $0 = failed }
      isOver.signal()
    }
    isOver.wait()
    ticker.remove(watching)
    failed = found.withLock { $0 }
  }

  /// The unexpected behavior and what it means; `nil` if there is none.
  var problem: String? {
    let reasons = RuntimeHooks.install().map(\.reason).reduce(into: [String]()) { reasons, reason in
      if reasons.last != reason { reasons.append(reason) }
    }
    let because = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    guard let failed else {
      return
        "It isn't known whether tests of mock worlds are deterministic in this process: the check of Swift's runtime wasn't over in time\(because)"
    }
    if failed.isEmpty { return nil }
    let meaning = failed.map(\.rawValue).joined(separator: "; ")
    return
      "Swift's runtime in this process isn't the one that World knows\(because), so tests of mock worlds aren't deterministic: \(meaning)"
  }

  /// What isn't controlled in this process, for the last line of a report, without a full stop; `nil` if all is.
  var notControlled: String? {
    guard let failed else { return "It isn't known what is controlled here" }
    // Elsewhere, code gets the system's values, and the check doesn't ask for them.
    let ofSystem: [Part] = SystemValues.areAnswered ? [] : [.dates, .random]
    let parts = Part.allCases.filter { failed.contains($0) || ofSystem.contains($0) }
    return parts.isEmpty ? nil : "Not controlled here: \(parts.map(\.name).joined(separator: ", "))"
  }

  /// Whether each order of a test's tasks can be run.
  var knowsOrders: Bool { failed?.allSatisfy(\.leavesOrders) == true }

  /// Performs the check, once. If it fails and the environment requires determinism, the running test fails.
  static func require() {
    guard let problem = ofProcess.problem, EnvironmentOptions.ofProcess.requiresDeterminism else { return }
    IssueReporter.report(
      problem,
      fixes: [
        "run the tests with a version of Swift that World knows, and with a runtime that is linked dynamically",
        "to run them as they are, unset WORLD_DETERMINISM",
      ])
  }
}

/// The tasks that the check runs.
private final class RuntimeProgram: Sendable {
  private let scheduler: Scheduler
  private let machine = TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 0))
  private let shared = VisitCounter()
  private let events = Lock<[Event]>([])
  private let resumed = Lock<UnsafeContinuation<Void, Never>?>(nil)

  private struct Event: Sendable, Equatable {
    var part: RuntimeCheck.Part
    var text: String
  }

  private actor VisitCounter {
    private var visits = 0

    func enter() -> Int {
      visits += 1
      return visits
    }

    /// Yields where the task isn't on the executor that it prefers.
    func pause() async { await Task.yield() }
  }

  init() {
    let core = RunCore(
      chooser: Chooser(.inOrder, seed: 0), lateness: Lateness(),
      faults: FaultRows(planned: [:], rate: 0, seed: 0), log: .entries)
    scheduler = Scheduler(core, of: RunInput(), monitor: TestMonitor(), usesMainQueue: false)
    scheduler.use(machine, autoAdvance: true)
    scheduler.answerSystem(from: .mock.with { $0.random = .seeded(0) })
  }

  /// - Returns: The parts that failed.
  func run() -> [RuntimeCheck.Part] {
    _ = scheduler.runUntilOver(timeout: .zero) {
      Task(executorPreference: scheduler) {
        await self.body()
        self.scheduler.core.endBody()
      }
    }
    var failed = Set(RuntimeHooks.install().map(\.part))
    failed.formUnion(
      RuntimeCheck.Part.allCases.filter { part in
        events.withLock { $0.filter { $0.part == part } }
          != RuntimeProgram.expected.filter { $0.part == part }
      })
    if failed.isEmpty, events.withLock({ $0 }) != RuntimeProgram.expected { failed.insert(.order) }
    if !knowsWaits {
      failed.insert(.waits)
      world_testing_omit(world_testing_layout)
    }
    _ = scheduler.runUntilOver(timeout: .zero) { self.resumed.withLock { $0.take() }?.resume() }
    scheduler.windDown()
    scheduler.monitor.endTurn()
    return RuntimeCheck.Part.allCases.filter(failed.contains)
  }

  private func note(_ part: RuntimeCheck.Part, _ text: String) {
    let place = scheduler.isOnItsThread ? "" : " elsewhere"
    events.withLock { $0.append(Event(part: part, text: text + place)) }
  }

  private static let expected = (SystemValues.areAnswered ? expectedOfSystem : []) + expectedOfTasks

  private static let expectedOfSystem = [
    Event(part: .dates, text: "true"), Event(part: .random, text: "true"), Event(part: .random, text: "true"),
    Event(part: .random, text: "true"),
  ]

  private static let expectedOfTasks = [
    Event(part: .yields, text: "a"), Event(part: .yields, text: "b"), Event(part: .mainActor, text: "main"),
    Event(part: .sharedActors, text: "1 false"), Event(part: .sharedActors, text: "1 true"),
    Event(part: .cancellations, text: "true"),
    Event(part: .yields, text: "a"), Event(part: .actors, text: "a 2"), Event(part: .yields, text: "b"),
    Event(part: .actors, text: "b 3"), Event(part: .tasks, text: "task"),
    Event(part: .detached, text: "task"),
    Event(part: .children, text: "child"), Event(part: .mainActor, text: "main"),
    Event(part: .yields, text: "task"), Event(part: .sleeps, text: "20.0"),
    Event(part: .sleeps, text: "40.0"),
  ]

  /// Whether the check finds what tasks wait for: another task, that one's continuation, and a group.
  private var knowsWaits: Bool {
    let waiting = scheduler.activities
    let resumed = waiting.first { if case .continuation = $0.state { true } else { false } }
    let isGroup = waiting.contains { if case .group = $0.state { true } else { false } }
    return isGroup
      && waiting.contains {
        if case .task(let number?) = $0.state { number == resumed?.order } else { false }
      }
  }

  private func askSystem() {
    // check-world: allow what is checked is the clock
    note(.dates, "\(Date() == machine.date)")
    // One of them may be inlined here, and the other not.
    // check-world: allow what is checked is the generator
    var (system, numbers) = (SystemRandomNumberGenerator(), SplitMix(seed: 0))
    note(.random, "\(system.next() == numbers.next())")
    // check-world: allow what is checked is the generator
    note(.random, "\(UInt64.random(in: .min ... .max) == numbers.next())")
    // check-world: allow what is checked is the generator
    let identifier = UUID()
    let source = SystemValues.Source(.mock, test: scheduler.monitor.testNumber, RunInput())
    note(.random, "\(identifier == source.uuid?())")
  }

  private func body() async {
    if SystemValues.areAnswered { askSystem() }
    let own = VisitCounter()
    await withTaskGroup(of: Void.self) { group in
      for name in ["a", "b"] {
        group.addTask {
          self.note(.yields, name)
          await Task.yield()
          self.note(.yields, name)
          self.note(.actors, "\(name) \(await own.enter())")
        }
      }
      group.addTask {
        Task {
          self.note(.tasks, "task")
          let arrivals = self.scheduler.core.log.outsideArrivals
          await own.pause()
          let isOutside = self.scheduler.core.log.outsideArrivals > arrivals
          self.note(.yields, isOutside ? "outside" : "task")
        }
        Task.detached { self.note(.detached, "task") }
        async let child: Void = self.note(.children, "child")
        await child
      }
      group.addTask { await self.runOnMain() }
      for milliseconds in [40, 20] {
        group.addTask {
          // check-world: allow what is checked is the sleep
          let start = ContinuousClock.now
          // check-world: allow what is checked is the sleep
          try? await Task.sleep(for: .milliseconds(milliseconds))
          // check-world: allow what is checked is the sleep
          self.note(.sleeps, "\(start.duration(to: .now) / .milliseconds(1))")
        }
      }
      group.addTask {
        let test = self.scheduler.monitor.test
        self.note(.sharedActors, "\(await own.enter()) \(Turns.ofProcess.isTurn(of: test))")
        self.note(.sharedActors, "\(await self.shared.enter()) \(Turns.ofProcess.isTurn(of: test))")
        Task {}.cancel()
        let isSeen = self.scheduler.core.log.hasCancellation
        self.note(.cancellations, "\(isSeen)")
      }
      // They wait until the events are compared.
      let waiting = Task {
        await withUnsafeContinuation { resumed in self.resumed.withLock { $0 = resumed } }
      }
      group.addTask { await waiting.value }
    }
  }

  @MainActor private func runOnMain() async {
    note(.mainActor, "main")
    await Task.yield()
    note(.mainActor, "main")
  }
}
