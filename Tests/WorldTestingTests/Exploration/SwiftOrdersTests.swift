import CWorldTesting
import Dispatch
import Testing
import World
import WorldMocks

@testable import WorldTesting

/// An exploration has the orders that Swift has, and no other.
struct SwiftOrdersTests {
  private actor Log {
    private(set) var events: [String] = []
    func add(_ event: String) { events.append(event) }
    func addWhetherCancelled() { events.append(Task.isCancelled ? "cancelled" : "t") }
  }

  @MainActor private final class MainLog {
    var events: [String] = []
  }

  private struct Program: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// What comes of it, as one text each.
    var outcomes: Set<String>
    var run: @Sendable () async -> [String]

    init(_ name: String, _ outcomes: Set<String>, _ run: @escaping @Sendable () async -> [String]) {
      (testDescription, self.outcomes, self.run) = (name, outcomes, run)
    }
  }

  /// Programs whose step makes a task ready and then calls an actor: the other may be there first.
  private static let calls = [
    Program("Task", ["t m", "m t"]) {
      let log = Log()
      let task = Task { await log.add("t") }
      await log.add("m")
      await task.value
      return await log.events
    },
    Program("Task.immediate", ["t m"]) { await callImmediately(besideAnother: false) },
    Program("async let", ["t m", "m t"]) {
      let log = Log()
      async let child: Void = log.add("t")
      await log.add("m")
      await child
      return await log.events
    },
    Program("addTask", ["t m", "m t"]) {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await log.add("t") }
        await log.add("m")
      }
      return await log.events
    },
    Program("cancel() of the current task", ["t m", "cancelled m", "m cancelled"]) {
      let log = Log()
      await Task {
        async let child: Void = log.addWhetherCancelled()
        await Task.yield()
        withUnsafeCurrentTask { $0?.cancel() }
        await log.add("m")
        await child
      }.value
      return await log.events
    },
    Program("cancel()", ["t m", "m t"]) {
      let (log, (stream, continuation)) = (Log(), AsyncStream.makeStream(of: String.self))
      let task = Task {
        for await _ in stream {}
        await log.add("t")
      }
      await Task.yield()
      task.cancel()
      await log.add("m")
      await task.value
      continuation.finish()
      return await log.events
    },
    Program("cancel() of a task that is ready", ["m", "t m", "m t"]) {
      let log = Log()
      let task = Task { if Task.isCancelled { await log.add("t") } }
      await Task.yield()
      task.cancel()
      await log.add("m")
      await task.value
      return await log.events
    },
    Program("cancelAll()", ["m", "t m", "m t"]) {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { if Task.isCancelled { await log.add("t") } }
        await Task.yield()
        group.cancelAll()
        await log.add("m")
      }
      return await log.events
    },
    Program("a group of which one task fails", ["began", "cancelled"]) {
      let log = EventLog()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask { throw CancellationError() }
        group.addTask { log.note(Task.isCancelled ? "cancelled" : "began") }
      }
      return log.drain()
    },
    Program("a child of a task that is cancelled", ["cancelled"]) {
      let log = EventLog()
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        async let child: Void = log.note(Task.isCancelled ? "cancelled" : "began")
        await child
      }.value
      return log.drain()
    },
    Program("cancelAll() of a group that throws and discards", ["m", "t m", "m t"]) {
      let log = Log()
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask { if Task.isCancelled { await log.add("t") } }
        await Task.yield()
        group.cancelAll()
        await log.add("m")
      }
      return await log.events
    },
    Program("a stream's element", ["t m", "m t"]) {
      let (log, (stream, continuation)) = (Log(), AsyncStream.makeStream(of: String.self))
      let task = Task { for await event in stream { await log.add(event) } }
      continuation.yield("t")
      continuation.finish()
      await log.add("m")
      await task.value
      return await log.events
    },
    Program("a continuation", ["t m", "m t"]) {
      let (log, (gates, gate)) = (Log(), AsyncStream.makeStream(of: UnsafeContinuation<Void, Never>.self))
      let task = Task {
        await withUnsafeContinuation { _ = gate.yield($0) }
        await log.add("t")
      }
      for await resumed in gates.prefix(1) { resumed.resume() }
      await log.add("m")
      await task.value
      return await log.events
    },
    Program("two actors", ["ab", "ba"]) {
      let (log, other) = (Log(), Log())
      let task = Task {
        let isFirst = await other.events.isEmpty
        await log.add(isFirst ? "ba" : "ab")
      }
      await other.add("m")
      await task.value
      return await log.events
    },
  ]

  #if compiler(>=6.2)
    private static func callImmediately(besideAnother: Bool) async -> [String] {
      let log = Log()
      guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return ["t", "m"] }
      if besideAnother { Task {} } else { Task.immediate {} }
      let task = Task.immediate { await log.add("t") }
      await log.add("m")
      await task.value
      return await log.events
    }
  #else
    private static func callImmediately(besideAnother: Bool) async -> [String] { ["t", "m"] }
  #endif

  /// The same where the step, or the actor, is the main actor's.
  private static let callsOfMain = [
    Program("a task that begins on an actor", ["t m", "m t"]) {
      let log = Log()
      let task = Task { @Place in await log.add("t") }
      await log.add("m")
      await task.value
      return await log.events
    },
    Program("two that go to the main actor", ["t m", "m t"]) {
      let log = MainLog()
      let task = Task { await MainActor.run { log.events.append("t") } }
      await MainActor.run { log.events.append("m") }
      await task.value
      return await log.events
    },
    // What waits for the main actor begins when the task that leaves it has entered the other actor.
    Program("a task of the main actor", ["m t"]) { await callWithTask() },
    Program("a detached task of the main actor", ["t m", "m t"]) { await callWithDetachedTask() },
    Program("a child of the main actor", ["t m", "m t"]) { await callWithChild() },
  ]

  @MainActor private static func callWithTask() async -> [String] {
    let log = Log()
    let task = Task { await log.add("t") }
    await log.add("m")
    await task.value
    return await log.events
  }

  @MainActor private static func callWithDetachedTask() async -> [String] {
    let log = Log()
    let task = Task.detached { await log.add("t") }
    await log.add("m")
    await task.value
    return await log.events
  }

  @MainActor private static func callWithChild() async -> [String] {
    let log = Log()
    async let child: Void = log.add("t")
    await log.add("m")
    await child
    return await log.events
  }

  @MainActor private static func startTasksThatCreateOthers() async -> [String] {
    let log = Log()
    let first = Task {
      Task.detached {}
      await log.add("1")
    }
    let second = Task { await log.add("2") }
    await first.value
    await second.value
    return await log.events
  }

  /// Programs of which it isn't known whether runs have all orders: the report doesn't say that all were run.
  private static let omitted = [
    Program("a task that is created on an actor", ["1 2", "2 1"]) {
      let log = MainLog()
      let first = Task { await MainActor.run { log.events.append("1") } }
      let second = Task { @MainActor in log.events.append("2") }
      await first.value
      await second.value
      return await log.events
    },
    Program("tasks that begin on an actor", ["1 2 3"]) {
      let log = EventLog()
      let tasks = ["1", "2", "3"].map { name in Task { @OtherPlace in log.note(name) } }
      for task in tasks { await task.value }
      return log.drain()
    },
    Program("tasks of the main actor that create others", ["1 2"]) { await startTasksThatCreateOthers() },
    Program("a task that is cancelled right after its creation", ["began", "cancelled"]) {
      let task = Task { Task.isCancelled ? "cancelled" : "began" }
      task.cancel()
      return [await task.value]
    },
    Program("a child whose scope ends", ["began", "cancelled"]) { await endScopeWithChild() },
    Program("a child whose scope ends, beside another", ["began", "cancelled"]) {
      async let other: Void = Task.yield()
      let events = await endScopeWithChild()
      await other
      return events
    },
    Program("Task.immediate after a task", ["t m"]) { await callImmediately(besideAnother: true) },
    Program("a detached task of an actor", ["t m", "m t"]) { await Caller().call() },
    Program("two tasks of an actor, of which one leaves it", ["1 2", "2 1"]) { await Caller().startTwo() },
    Program("two tasks of an actor, and a call between them", ["1 2 o", "1 o 2", "o 1 2"]) {
      let queue = Queue()
      async let other: Void = queue.add("o")
      for task in await queue.startTwo() { await task.value }
      await other
      return await queue.events
    },
    Program("two tasks of the main actor, and a call between them", ["1 2 o", "1 o 2", "o 1 2"]) {
      let form = Form()
      async let other: Void = form.note("o")
      for task in await form.startTwo() { await task.value }
      await other
      return await form.events
    },
  ]

  private static func endScopeWithChild() async -> [String] {
    let log = EventLog()
    do { async let _: Void = log.note(Task.isCancelled ? "cancelled" : "began") }
    return log.drain()
  }

  private actor Caller {
    let log = Log()

    func call() async -> [String] {
      let task = Task.detached { await self.log.add("t") }
      await log.add("m")
      await task.value
      return await log.events
    }

    func startTwo() async -> [String] {
      let first = Task {
        await Self.leave(self)
        await log.add("1")
      }
      let second = Task { await log.add("2") }
      await first.value
      await second.value
      return await log.events
    }

    @concurrent private static func leave(_ caller: Caller) async {}
  }

  /// The main actor runs what is enqueued on it in that order.
  private static let queues = [
    Program("three tasks of the main actor", ["1 2 3"]) {
      let log = MainLog()
      await startThree(log)
      return await log.events
    },
    Program("tasks that go to the main actor", ["1 2", "2 1"]) {
      let log = MainLog()
      await withTaskGroup(of: Void.self) { group in
        for name in ["1", "2"] { group.addTask { await MainActor.run { log.events.append(name) } } }
      }
      return await log.events
    },
    Program("a task that yields on the main actor", ["1 2 1"]) {
      let log = MainLog()
      await startTwo(log)
      return await log.events
    },
    Program("tasks of an actor", ["1 2 3"]) {
      let queue = Queue()
      await queue.startThree()
      return await queue.events
    },
  ]

  @globalActor private actor Place {
    static let shared = Place()
  }

  /// For another program, since the programs run beside each other, also without an exploration.
  @globalActor private actor OtherPlace {
    static let shared = OtherPlace()
  }

  @MainActor private static func startThree(_ log: MainLog) async {
    let tasks = ["1", "2", "3"].map { name in Task { log.events.append(name) } }
    for task in tasks { await task.value }
  }

  @MainActor private static func startTwo(_ log: MainLog) async {
    let first = Task {
      log.events.append("1")
      await Task.yield()
      log.events.append("1")
    }
    let second = Task { log.events.append("2") }
    await first.value
    await second.value
  }

  private actor Queue {
    private(set) var events: [String] = []

    func add(_ event: String) { events.append(event) }

    func startTwo() -> [Task<Void, Never>] { ["1", "2"].map { name in Task { events.append(name) } } }

    func startThree() async {
      let tasks = ["1", "2", "3"].map { name in Task { events.append(name) } }
      for task in tasks { await task.value }
    }
  }

  @Test(.world(.mock)) func aPlainTestHasTheOrderInWhichTasksBecameReady() async {
    let log = EventLog()
    let tasks = [
      Task { @MainActor in log.note("1") }, Task { @MainActor in log.note("2") }, Task { log.note("3") },
    ]
    for task in tasks { await task.value }
    #expect(log.drain() == ["1", "2", "3"])
  }

  @MainActor private final class Form {
    private(set) var events: [String] = []
    nonisolated init() {}

    func note(_ event: String) { events.append(event) }

    func startTwo() -> [Task<Void, Never>] { ["1", "2"].map { name in Task { note(name) } } }
  }

  @Test(arguments: omitted) private func ordersThatAreOmittedArentClaimed(_ program: Program) async {
    let explored = Lock<Set<String>>([])
    let report = await World.Exploration(runs: 300, varying: .schedule).run {
      let outcome = await program.run().joined(separator: " ")
      explored.withLock { _ = $0.insert(outcome) }
    }
    #expect(explored.withLock { $0 }.isSubset(of: program.outcomes))
    #expect(!report.hasRunAllOrders && report.runs < 300)
    #expect("\(report)".contains("Swift may have more orders"))
    for _ in 0..<200 { #expect(await program.outcomes.contains(program.run().joined(separator: " "))) }
  }

  @Test(arguments: calls + callsOfMain + queues)
  private func theOutcomesAreThoseOfSwift(_ program: Program) async {
    let explored = Lock<Set<String>>([])
    let report = await World.Exploration(runs: 300, varying: .schedule).run {
      let outcome = await program.run().joined(separator: " ")
      explored.withLock { _ = $0.insert(outcome) }
    }
    #expect(report.failureText == nil)
    #expect(explored.withLock { $0 } == program.outcomes)
    #expect(report.hasRunAllOrders, "\(report)")
    // However the machine runs it, it does what some run did.
    for _ in 0..<200 { #expect(await program.outcomes.contains(program.run().joined(separator: " "))) }
  }
}

/// Nothing is claimed of orders that nobody chooses.
struct OutsideOrdersTests {
  private func report(sharesOnlyActors: Bool = false, _ work: @escaping @Sendable () async -> Void) async
    -> World.Exploration.Report
  {
    var exploration = World.Exploration(runs: 300, varying: .schedule)
    exploration.sharesOnlyActors = sharesOnlyActors
    return await exploration.run {
      async let other: Void = Task.yield()
      await work()
      await other
    }
  }

  #if os(Linux)
    @Test(.enabled(if: world_testing_sees_work_outside())) func aQueueIsOutside() async {
      let report = await report { DispatchQueue.global().async {} }
      #expect(!report.hasRunAllOrders)
      #expect("\(report)".contains("whose order isn't explored"))
    }
  #endif

  @Test func anotherExecutorIsOutside() async {
    let report = await report { await Outside().work() }
    #expect(!report.hasRunAllOrders)
  }

  private actor Place {
    private var count = 0

    func call(_ other: Place?) async {
      count += 1
      await other?.call(nil)
    }
  }

  /// Which of the calls of the second actor comes first isn't a matter of the tasks alone.
  @Test func nothingIsLeftOutWhereAnActorCallsAnother() async {
    let report = await report(sharesOnlyActors: true) {
      let (first, second) = (Place(), Place())
      async let one: Void = first.call(second)
      async let two: Void = second.call(nil)
      _ = await (one, two)
    }
    #expect(report.orders.repeatingCount == 0)
    #expect("\(report)".contains("an actor called another"))
  }
}
