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

  /// Runs a body as a plain test does.
  ///
  /// - Returns: Its trace.
  private func plainRun(autoAdvance: Bool, _ body: @escaping @Sendable () async -> Void) async throws -> Trace
  {
    let scheduler = Scheduler()
    let world = World.Exploration.silentMock()
    scheduler.use(world.time, autoAdvance: autoAdvance)
    try await scheduler.runTest(timeout: 60, report: { Issue.record("\($0.summary)") }) {
      await withWorld(world) { await body() }
    }
    return scheduler.state.withLock { $0.trace }
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

  /// - Parameter isMoved: Whether the test moves time; then nothing depends on the order of the steps.
  init(depth: Int, _ random: inout SplitMix, isMoved: Bool = false) {
    func next(_ random: inout SplitMix) -> Operation {
      Operation(depth: depth + 1, &random, isMoved: isMoved)
    }
    let number = random.next(below: 100)
    let choice = depth == 0 ? 6 : random.next(below: depth < 4 ? 17 : 4)
    switch choice {
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

private final class RandomRun: Sendable {
  private let log: EventLog
  private let isDated: Bool
  private let actors = (0..<3).map { _ in Place() }

  init(_ log: EventLog, isDated: Bool = false) {
    self.log = log
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
    }
    note(".")
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
