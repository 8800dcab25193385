import Synchronization
import Testing
import World
import WorldMocks

@testable import WorldSimulation
@testable import WorldTesting

/// A run is the same whenever it is run again, whatever its tasks do.
struct ReplayTests {
  @Test(arguments: Programs.all)
  func theSameInputIsTheSameRun(program: Programs.Program) async {
    let log = EventLog()
    let (differing, orders) = await withRuns(of: { await program.body(log) }) { explorer in
      var differing: [String] = []
      var orders: Set<[String]> = []
      for seed in 0..<100 as Range<UInt64> {
        for strategy in [Strategy.random, .priorities(depth: 3), .walk] {
          var plan = Plan(strategy: strategy, seed: seed)
          plan.lateRate = 64
          plan.faultRate = 64
          let first = explorer.run(plan)
          let events = log.drain()
          orders.insert(events)
          let again = explorer.run(Plan(input: first.input))
          let isSame = again.trace == first.trace && !again.isCutShort && log.drain() == events
          if !isSame || again.arrivals > 0, differing.count < 3 {
            differing.append(
              "seed \(seed), \(strategy): \(again.stepCount) steps, \(first.stepCount) before, \(again.arrivals) arrivals, cut \(again.isCutShort)"
            )
          }
        }
      }
      return (differing, orders.count)
    }
    #expect(differing == [])
    #expect(orders > 1 || program.hasOneOrder, "every seed gave the same order")
  }

  private actor Account {
    private(set) var balance = 0
    func set(_ balance: Int) { self.balance = balance }
  }
  private struct Lost: Error {}

  /// Two tasks lose an update if one of them goes on in the middle of the other.
  private static func depositing(besides other: @escaping @Sendable () async -> Void) async throws {
    let account = Account()
    await withTaskGroup { group in
      group.addTask(operation: other)
      for _ in 0..<2 { group.addTask { await account.set(account.balance + 1) } }
    }
    if await account.balance != 2 { throw Lost() }
  }

  /// A switch is known by its tasks: what another task does more, or no longer does, doesn't move it.
  @Test(arguments: [false, true]) func aTokenStaysValidIfOtherTasksChange(isLonger: Bool) async throws {
    let changes: [@Sendable () async -> Void] = [
      { await Task.yield() },
      {
        await withDiscardingTaskGroup { group in
          for _ in 0..<3 { group.addTask { for _ in 0..<3 { await Task.yield() } } }
        }
      },
    ]
    let (before, after) = isLonger ? (changes[0], changes[1]) : (changes[1], changes[0])
    let report = await World.Exploration(runs: 1_000, varying: .schedule).run {
      try await ReplayTests.depositing(besides: before)
    }
    let token = try #require(report.token)
    let again = await World.Exploration(runs: 1, only: token).run {
      try await ReplayTests.depositing(besides: after)
    }
    #expect(again.failureText?.contains("Lost") == true, "\(again)")
    #expect("\(again)".contains("isn't the one that the token was made of"))
  }

  @Test(arguments: Programs.all)
  func noStepRunsElsewhere(program: Programs.Program) async {
    let log = EventLog()
    let ends = await withRuns(of: { await program.body(log) }) { explorer in
      explorer.run(Plan()).failure
    }
    #expect(ends == nil)
  }
}

/// Small programs, each with another way to go on.
enum Programs {
  struct Program: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var hasOneOrder = false
    var body: @Sendable (EventLog) async -> Void

    init(
      _ name: String, hasOneOrder: Bool = false, _ body: @escaping @Sendable (EventLog) async -> Void
    ) {
      testDescription = name
      self.hasOneOrder = hasOneOrder
      self.body = body
    }
  }

  static let all = [
    Program("task group with an actor") { log in
      let box = Box(log)
      await withTaskGroup(of: Int.self) { group in
        for number in 0..<4 { group.addTask { await box.add(number) } }
        for await result in group { log.note("result \(result)") }
      }
    },
    Program("async let") { log in
      async let first = step("first", log)
      async let second = step("second", log)
      async let third = step("third", log)
      _ = await (first, second, third)
    },
    Program("Task {} that yields in an actor") { log in
      let box = Box(log)
      let tasks = (0..<3).map { number in Task { _ = await box.add(number) } }
      for task in tasks { await task.value }
    },
    Program("Task {} of an actor") { log in
      let box = Box(log)
      async let first = box.cached()
      async let second = box.cached()
      async let other: Void = step("other", log)
      await other
      log.note("\(await first + second)")
    },
    Program("detached tasks") { log in
      let tasks = (0..<3).map { number in Task.detached { await step("\(number)", log) } }
      for task in tasks { await task.value }
    },
    Program("nested tasks with names and priorities") { log in
      await withTaskGroup(of: Void.self) { group in
        for priority in [TaskPriority.background, .high, .low] {
          group.addTask(priority: priority) {
            await Task(name: "inner", priority: .high) { await step("\(priority)", log) }.value
          }
        }
      }
    },
    Program("two actors that call each other") { log in
      let first = Box(log, "first")
      let second = Box(log, "second")
      async let one: Void = first.call(second, depth: 3)
      async let two: Void = second.call(first, depth: 3)
      _ = await (one, two)
    },
    Program("stream") { log in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      async let producer: Void = {
        for number in 0..<4 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }()
      async let other: Void = step("other", log)
      for await number in stream { log.note("received \(number)") }
      _ = await (producer, other)
    },
    Program("continuations") { log in
      let gate = Gate()
      async let first: Void = gate.wait("first", log)
      async let second: Void = gate.wait("second", log)
      async let third: Void = gate.wait("third", log)
      for _ in 0..<10 { await Task.yield() }
      await gate.open()
      _ = await (first, second, third)
    },
    Program("virtual sleeps that end at the same time") { log in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            try? await Current.sleep(.seconds(3_600))
            log.note("\(number) at \(Current.date())")
          }
        }
      }
    },
    Program("the runtime's sleep") { log in
      await withTaskGroup(of: Void.self) { group in
        for number in 1..<4 {
          group.addTask {
            try? await Task.sleep(for: .seconds(number))
            log.note("\(number)")
          }
        }
      }
    },
    Program("cancelled sleeps") { log in
      let tasks = (0..<3).map { number in
        Task {
          do {
            try await Current.sleep(.seconds(number + 1))
            log.note("\(number) slept")
          } catch { log.note("\(number) was cancelled") }
        }
      }
      try? await Current.sleep(.seconds(2))
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    },
    Program("faults") { log in
      let closure = World.Fault.inject("closure", .cancelled, .twice, .late(.seconds(1))) { (number: Int) in
        log.note("\(number)")
      }
      for number in 0..<4 {
        do {
          try World.Fault.point("point") { throw CancellationError() }
          try await closure(number)
        } catch { log.note("failed") }
      }
    },
    Program("discarding group and late work") { log in
      await withDiscardingTaskGroup { group in
        for number in 0..<3 { group.addTask { await step("\(number)", log) } }
      }
      Task { await step("late", log) }
    },
    Program("isolated deinitializer") { log in
      for number in 0..<3 {
        _ = Held(number, log)
        async let one: Void = step("\(number)", log)
        async let other: Void = step("other", log)
        _ = await (one, other)
      }
    },
  ]

  @Sendable static func step(_ name: String, _ log: EventLog) async {
    log.note("\(name) begins")
    await Task.yield()
    log.note("\(name) ends")
  }

  actor Box {
    private let log: EventLog
    private let name: String
    private var cache: Task<Int, Never>?

    init(_ log: EventLog, _ name: String = "box") {
      self.log = log
      self.name = name
    }

    func add(_ number: Int) async -> Int {
      log.note("\(number) in")
      await Task.yield()
      log.note("\(number) out")
      return number
    }

    func cached() async -> Int {
      if cache == nil { cache = Task { await add(7) } }
      return await cache?.value ?? 0
    }

    func call(_ other: Box, depth: Int) async {
      log.note("\(name) at depth \(depth)")
      if depth > 0 { await other.call(self, depth: depth - 1) }
    }
  }

  actor Gate {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func wait(_ name: String, _ log: EventLog) async {
      log.note("\(name) waits")
      if !isOpen { await withCheckedContinuation { waiting.append($0) } }
      log.note("\(name) goes on")
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
    }
  }

  actor Held {
    private let number: Int
    private let log: EventLog

    init(_ number: Int, _ log: EventLog) {
      self.number = number
      self.log = log
    }

    isolated deinit { log.note("\(number) is gone") }
  }
}
