import Dispatch
import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Programs that nobody wrote: trees of tasks, actors, sleeps, streams and continuations, made of a seed. Each is run in
/// some orders, and each run again must be the same.
struct RandomProgramTests {
  /// More with `RANDOM_PROGRAMS=10000`.
  static let programs = ProcessInfo.processInfo.environment["RANDOM_PROGRAMS"].flatMap(Int.init) ?? 300
  static let orders = 4

  @Test func everyRunOfEveryProgramCanBeRepeated() async {
    var exact = 0
    for seed in 0..<UInt64(RandomProgramTests.programs) {
      var random = SplitMix(seed: seed)
      let program = Operation(depth: 0, &random)
      let log = EventLog()
      exact += await withRuns(of: { await RandomRun(log).run(program) }) { explorer in
        (0..<UInt64(RandomProgramTests.orders)).count { order in
          var plan = Plan(strategy: order.isMultiple(of: 2) ? .random : .priorities(depth: 3), seed: order)
          plan.lateRate = 64
          let first = explorer.run(plan)
          let events = log.drain()
          let again = explorer.run(Plan(input: first.input))
          return again.isSame(as: first) && !again.isCutShort && log.drain() == events && again.arrivals == 0
        }
      }
    }
    #expect(exact == RandomProgramTests.programs * RandomProgramTests.orders)
  }

  /// A plain test does what the first run of an exploration of it does.
  @Test func aPlainTestIsTheFirstRunOfItsExploration() async throws {
    for seed in 0..<UInt64(RandomProgramTests.programs) {
      var random = SplitMix(seed: seed)
      let program = Operation(depth: 0, &random)
      let log = EventLog()
      let plain = try await plainRun(autoAdvance: true) { await RandomRun(log).run(program) }
      let events = log.drain()
      let explored = await withRuns(of: { await RandomRun(log).run(program) }) { $0.run(Plan()) }
      #expect(log.drain() == events, "program \(seed)")
      #expect(explored.trace == plain, "program \(seed)")
    }
  }

  /// Where a test moves time, each sleep ends at the same date, whatever the order of the steps.
  @Test func sleepsEndAtTheSameDatesInEveryOrder() async throws {
    let start = World.mock.date()
    for seed in 0..<UInt64(RandomProgramTests.programs) {
      var random = SplitMix(seed: seed)
      let program = Operation(depth: 0, &random, isMoved: true)
      let log = EventLog()
      let body: @Sendable () async -> Void = {
        async let running: Void = RandomRun(log, isDated: true).run(program)
        for step in 1...4 {
          await Current.time.advance(by: .milliseconds(1_500 * step))
          log.note("moved to \(Current.date().timeIntervalSince(start))")
        }
        await Current.time.advance(by: .seconds(1_000))
        await running
        log.note("moved to \(Current.date().timeIntervalSince(start))")
      }
      _ = try await plainRun(autoAdvance: false, body)
      let events = log.drain()
      #expect(events.suffix(1) == ["moved to 1015.0"], "program \(seed)")
      let orders = await withRuns(of: body, autoAdvance: false) { explorer in
        (0..<UInt64(RandomProgramTests.orders)).map { order in
          let outcome = explorer.run(Plan(strategy: order == 0 ? .inOrder : .random, seed: order))
          return (log.drain(), outcome.failure)
        }
      }
      for (order, failure) in orders {
        #expect(failure == nil, "program \(seed)")
        #expect(order.sorted() == events.sorted(), "program \(seed)")
      }
      #expect(orders[0].0 == events, "program \(seed)")
    }
  }

  /// Threads, queues, executors and other tests take part at any moment. What they do has no order, but each program ends,
  /// nothing is said of it, and all of it was done.
  @Test(.timeLimit(.minutes(120))) func programsInWhichOthersTakePartEnd() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 as Range<UInt64> {
        group.addTask {
          for program in 0..<UInt64(Self.programs / 20) { try await expectEnd(of: worker << 32 + program) }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Tests that share an actor do beside each other what each does alone.
  @Test(.timeLimit(.minutes(120))) func programsBesideOthersDoWhatTheyDoAlone() async throws {
    var seed = 0 as UInt64
    while seed < Self.programs / 4 {
      let programs = (0..<8).map { _ in
        defer { seed += 1 }
        var random = SplitMix(seed: seed)
        return Operation(depth: 0, &random, others: .tests)
      }
      var alone: [[String]] = []
      for program in programs { alone.append(try await events(of: program)) }
      try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
        for (index, program) in programs.enumerated() {
          for _ in 0..<2 { group.addTask { (index, try await events(of: program)) } }
        }
        for try await (index, events) in group {
          #expect(events == alone[index], "program \(seed - 8 + UInt64(index))")
        }
      }
    }
  }

  private func events(of program: Operation) async throws -> [String] {
    let log = EventLog()
    _ = try await plainRun(autoAdvance: true) { await RandomRun(log).run(program) }
    return log.drain()
  }

  private func expectEnd(of seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let program = Operation(depth: 0, &random, others: .all)
    let log = EventLog()
    _ = try await plainRun(autoAdvance: seed.isMultiple(of: 2)) {
      await RandomRun(log, others: .all).run(program)
    }
    #expect(log.drain().count { $0 == "." } == program.size, "program \(seed)")
    let failures = await withRuns(of: { await RandomRun(log, others: .all).run(program) }) { explorer in
      (0..<2 as Range<UInt64>).map { explorer.run(Plan(strategy: .random, seed: $0)).failure }
    }
    #expect(failures == [nil, nil], "program \(seed)")
    #expect(log.drain().count { $0 == "." } == 2 * program.size, "program \(seed)")
  }

  /// Runs a body as a plain test does.
  ///
  /// - Returns: Its trace.
  private func plainRun(autoAdvance: Bool, _ body: @escaping @Sendable () async -> Void) async throws -> Trace
  {
    let scheduler = Scheduler(log: .steps)
    let world = World.Exploration.silentMock()
    scheduler.use(world.time, autoAdvance: autoAdvance)
    try await scheduler.runTest(timeout: .seconds(1_200), report: { Issue.record("\($0.summary)") }) {
      await withWorld(world) { await body() }
    }
    return scheduler.core.log.choices.trace
  }
}

/// Who takes part in a program besides its own tasks.
private enum Others: Sendable {
  case none
  /// Other tests, by an actor that all share.
  case tests
  /// Threads, queues and other executors, too. Then nothing sleeps, since time may pass before they come.
  case all

  var choices: Int {
    switch self {
    case .none: 17
    case .tests: 19
    case .all: 25
    }
  }
}

/// What a task does.
private indirect enum Operation: Sendable {
  case note(Int)
  case yield
  case sleep(Int)
  case taskSleep(Int)
  case actor(Int, Operation)
  case sequence([Operation])
  case group([Operation])
  case pair(Operation, Operation)
  case unstructured(Operation)
  case isolated(Int, Operation)
  case detached(Operation)
  case cancelled(Operation)
  case stream(Int, Operation)
  case gate(Operation)
  case main(Operation)
  // Others take part in these.
  case resumedAtOnce
  case thread
  case queue(Int)
  case elsewhere(Operation)
  case foreign(Operation)
  case shared(Operation)
  case discarding([Operation])
  case cancelledOutside(Operation)

  /// - Parameters:
  ///   - isMoved: Whether the test moves time; then nothing depends on the order of the steps.
  ///   - others: Who else takes part.
  init(depth: Int, _ random: inout SplitMix, isMoved: Bool = false, others: Others = .none) {
    func next(_ random: inout SplitMix) -> Operation {
      Operation(depth: depth + 1, &random, isMoved: isMoved, others: others)
    }
    let number = random.next(below: 100)
    let choice = depth == 0 ? 6 : random.next(below: depth < 4 ? (others.choices) : 4)
    switch choice {
    case 2 where others == .all: self = number.isMultiple(of: 2) ? .thread : .queue(number % 3)
    case 3 where others == .all: self = .resumedAtOnce
    case 17, 18: self = others == .all ? .queue(number % 3) : .shared(next(&random))
    case 19: self = .elsewhere(next(&random))
    case 20: self = .foreign(next(&random))
    case 21, 22: self = .shared(next(&random))
    case 23: self = .discarding((0..<(2 + number % 3)).map { _ in next(&random) })
    case 24: self = .cancelledOutside(next(&random))
    case 3 where isMoved: self = .sleep(number % 3 + 1)
    case 13 where isMoved: self = .unstructured(next(&random))
    case 16: self = .main(next(&random))
    case 0: self = .note(number)
    case 1: self = .yield
    case 2: self = .sleep(number % 4)
    case 3: self = .taskSleep(number % 3 + 1)
    case 4, 5: self = .actor(number % 3, next(&random))
    case 6: self = .group((0..<(2 + number % 3)).map { _ in next(&random) })
    case 7, 8: self = .sequence((0..<(2 + number % 3)).map { _ in next(&random) })
    case 9: self = .pair(next(&random), next(&random))
    case 10: self = .unstructured(next(&random))
    case 11: self = .isolated(number % 3, next(&random))
    case 12: self = .detached(next(&random))
    case 13: self = .cancelled(next(&random))
    case 14: self = .stream(number % 4, next(&random))
    default: self = .gate(next(&random))
    }
  }
}

extension Operation {
  /// How many operations are run.
  fileprivate var size: Int {
    switch self {
    case .note, .yield, .sleep, .taskSleep, .resumedAtOnce, .thread, .queue: 1
    case .actor(_, let operation), .unstructured(let operation), .isolated(_, let operation),
      .detached(let operation), .cancelled(let operation), .gate(let operation), .main(let operation),
      .elsewhere(let operation), .foreign(let operation), .shared(let operation),
      .cancelledOutside(let operation):
      1 + operation.size
    case .stream(let count, let operation): 1 + count * operation.size
    case .pair(let one, let two): 1 + one.size + two.size
    case .sequence(let operations), .group(let operations), .discarding(let operations):
      1 + operations.reduce(0) { $0 + $1.size }
    }
  }
}

private final class RandomRun: Sendable {
  private static let shared = Place()
  private static let sharedWithAll = Place()
  private static let foreign = ForeignPlace()
  private static let queues = [.global(), .main, DispatchQueue(label: "others")]

  private let log: EventLog
  private let isDated: Bool
  private let others: Others
  private let actors = (0..<3).map { _ in Place() }

  init(_ log: EventLog, isDated: Bool = false, others: Others = .tests) {
    self.log = log
    self.others = others
    self.isDated = isDated
  }

  /// Notes what depends on the order of the steps.
  private func note(_ event: String) { if !isDated { log.note(event) } }

  func run(_ operation: Operation) async {
    switch operation {
    case .note(let number): note("\(number)")
    case .yield: await Task.yield()
    case .sleep(let seconds):
      try? await Current.sleep(.seconds(seconds))
      log.note("slept \(seconds)" + (isDated ? " until \(Current.date())" : ""))
    case .taskSleep(let seconds):
      try? await Task.sleep(for: .seconds(seconds))
      log.note("slept \(seconds), really")
    case .main(let operation): await runOnMain(operation)
    case .actor(let number, let operation): await actors[number].run(operation, self)
    case .sequence(let operations): for operation in operations { await run(operation) }
    case .group(let operations):
      await withTaskGroup(of: Void.self) { group in
        for operation in operations { group.addTask { await self.run(operation) } }
      }
    case .pair(let one, let two):
      async let first: Void = run(one)
      async let second: Void = run(two)
      _ = await (first, second)
    case .unstructured(let operation): await Task { await run(operation) }.value
    case .isolated(let number, let operation): await actors[number].begin(operation, self).value
    case .detached(let operation):
      await Task.detached(operation: Current.wrap { await self.run(operation) }).value
    case .cancelled(let operation):
      let task = Task { await run(operation) }
      await Task.yield()
      task.cancel()
      await task.value
    case .stream(let count, let operation):
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let producer = Task {
        for number in 0..<count {
          await run(operation)
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await number in stream { note("received \(number)") }
      await producer.value
    case .gate(let operation):
      await withCheckedContinuation { continuation in
        Task {
          await run(operation)
          continuation.resume()
        }
      }
    default: await runWithOthers(operation)
    }
    note(".")
  }

  /// The same of what others take part in.
  private func runWithOthers(_ operation: Operation) async {
    switch operation {
    case .thread:
      await withCheckedContinuation { resumed in Thread.detachNewThread { resumed.resume() } }
    case .queue(let number):
      await withCheckedContinuation { resumed in Self.queues[number].async { resumed.resume() } }
    case .elsewhere(let operation):
      await Task(executorPreference: globalConcurrentExecutor) { await self.run(operation) }.value
    case .foreign(let operation): await Self.foreign.run(operation, self)
    case .shared(let operation):
      await (others == .all ? Self.sharedWithAll : Self.shared).run(operation, self)
    case .discarding(let operations):
      await withDiscardingTaskGroup { group in
        for (index, operation) in operations.enumerated() {
          if index.isMultiple(of: 2) {
            group.addTask { await self.run(operation) }
          } else {
            group.addTask(executorPreference: globalConcurrentExecutor) { await self.run(operation) }
          }
        }
      }
    case .cancelledOutside(let operation):
      let task = Task { await run(operation) }
      Thread.detachNewThread { task.cancel() }
      await task.value
    default: await withCheckedContinuation { $0.resume() }
    }
  }

  @MainActor private func runOnMain(_ operation: Operation) async {
    MainActor.assertIsolated()
    note("main")
    await run(operation)
    MainActor.assertIsolated()
  }

  actor Place {
    private var visits = 0

    func run(_ operation: Operation, _ program: RandomRun) async {
      visits += 1
      program.note("visit \(visits)")
      await program.run(operation)
      visits -= 1
    }

    func begin(_ operation: Operation, _ program: RandomRun) -> Task<Void, Never> {
      Task {
        visits += 1
        await Task.yield()
        await program.run(operation)
        program.note("leave \(visits)")
      }
    }
  }
}

/// An actor with an executor of its own.
private actor ForeignPlace {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var visits = 0

  func run(_ operation: Operation, _ program: RandomRun) async {
    visits += 1
    await program.run(operation)
    visits -= 1
  }
}
