import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Programs that nobody wrote: trees of tasks, actors, sleeps, streams and continuations, made of a seed. Each is run in
/// some orders, and each run again must be the same.
struct RandomProgramTests {
  static let programs = 300
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
          let again = explorer.run(Plan(draw: first.draw))
          return again.isSame(as: first) && !again.isCutShort && log.drain() == events && again.arrivals == 0
        }
      }
    }
    #expect(exact == RandomProgramTests.programs * RandomProgramTests.orders)
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

  init(depth: Int, _ random: inout SplitMix) {
    func next(_ random: inout SplitMix) -> Operation { Operation(depth: depth + 1, &random) }
    let number = random.next(below: 100)
    let choice = depth == 0 ? 6 : random.next(below: depth < 4 ? 16 : 4)
    switch choice {
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
  private let actors = (0..<3).map { _ in Place() }

  init(_ log: EventLog) { self.log = log }

  func run(_ operation: Operation) async {
    switch operation {
    case .note(let number): log.note("\(number)")
    case .yield: await Task.yield()
    case .sleep(let seconds):
      try? await Current.sleep(.seconds(seconds))
      log.note("slept \(seconds)")
    case .taskSleep(let seconds):
      try? await Task.sleep(for: .seconds(seconds))
      log.note("slept \(seconds), really")
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
      for await number in stream { log.note("received \(number)") }
      await producer.value
    case .gate(let operation):
      await withCheckedContinuation { continuation in
        Task {
          await run(operation)
          continuation.resume()
        }
      }
    }
    log.note(".")
  }

  actor Place {
    private var visits = 0

    func run(_ operation: Operation, _ program: RandomRun) async {
      visits += 1
      program.log.note("visit \(visits)")
      await program.run(operation)
      visits -= 1
    }

    func begin(_ operation: Operation, _ program: RandomRun) -> Task<Void, Never> {
      Task {
        visits += 1
        await Task.yield()
        await program.run(operation)
        program.log.note("leave \(visits)")
      }
    }
  }
}
