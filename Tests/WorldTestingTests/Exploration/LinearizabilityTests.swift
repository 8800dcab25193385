import Foundation
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Results of operations of several tasks are compared with those of the same operations one after the other.
struct LinearizabilityTests {
  /// Counts with a lost update: what it read before its `await` may be old after it.
  private actor LossyCounter {
    private(set) var count = 0

    func add() async -> Int {
      let before = count
      await Task.yield()
      count = before + 1
      return count
    }
  }

  private actor Counter {
    private(set) var count = 0

    func add() async -> Int {
      await Task.yield()
      count += 1
      return count
    }
  }

  /// Also when it is run alone, to be compared.
  @Test func anOperationMayTakeLongOutside() async {
    let add: @Sendable (Counter) async -> any Sendable = { counter in
      let scheduler = Scheduler.current
      await withUnsafeContinuation { resumed in
        Thread.detachNewThread {
          while scheduler?.inbox.isResting == false { sched_yield() }
          resumed.resume()
        }
      }
      return await counter.add()
    }
    let report = await explore(1) {
      try await World.mustBeLinearizable(
        { Counter() }, tasks: ["add": add], ["add": { await $0.add() }], finally: { await $0.count })
    }
    #expect(report.failureText == nil)
  }

  private func explore(
    _ runs: Int = 1_000, _ body: @escaping @Sendable () async throws -> Void
  ) async -> World.Exploration.Report {
    await World.Exploration(runs: runs).run(body)
  }

  @Test func aLostUpdateIsFound() async throws {
    let body: @Sendable () async throws -> Void = {
      try await World.mustBeLinearizable(
        { LossyCounter() },
        tasks: ["add": { await $0.add() }], ["add": { await $0.add() }],
        finally: { await $0.count })
    }
    let report = await explore(1_000, body)
    #expect(
      report.failureText == """
        threw NotLinearizable: no order of the operations, one after the other, has the results of the run.
          the run, a column for each task | the nearest order
          add …                           | task 1: add → 1
                   add …                  | task 2: add → 2  ≠
          add → 1                         | finally → 2  ≠
                   add → 1                |
          finally → 1                     |
        """)
    #expect(report.isRepeatable)
    let token = try #require(report.token)
    let again = await World.Exploration(runs: 1, only: token).run(body)
    #expect(again.failureText == report.failureText)
    #expect(again.changedTokens.isEmpty)
  }

  @Test func aRaceOfACacheIsFound() async {
    actor Cache {
      private var values: [String: Int] = [:]
      private var built = 0

      func value(for key: String) async -> Int {
        if let value = values[key] { return value }
        await Task.yield()
        built += 1
        values[key] = built
        return built
      }
    }
    let report = await explore {
      try await World.mustBeLinearizable(
        { Cache() },
        tasks: ["a": { await $0.value(for: "a") }, "b": { await $0.value(for: "b") }],
        ["a": { await $0.value(for: "a") }],
        finally: { _ in 0 })
    }
    #expect(report.failureText?.contains("NotLinearizable") == true, "\(report)")
  }

  @Test(.exploring(1_000)) func aCorrectActorPasses() async throws {
    try await World.mustBeLinearizable(
      { Counter() },
      tasks: ["add": { await $0.add() }, "count": { await $0.count }], ["add": { await $0.add() }],
      finally: { await $0.count })
  }

  /// The orders are no steps of the run.
  @Test func allOrdersOfACorrectActorAreRun() async {
    let report = await explore(10_000) {
      try await World.mustBeLinearizable(
        { Counter() },
        tasks: ["add": { await $0.add() }, "add": { await $0.add() }], ["count": { await $0.count }],
        finally: { await $0.count })
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.hasRunAllOrders, "\(report)")
    #expect(report.reads == .schedule)
  }

  /// What takes effect first may end last.
  @Test func operationsNeedNotEndInTheirOrder() async {
    actor Numbers {
      private var last = 0

      func next() async -> Int {
        last += 1
        let number = last
        await Task.yield()
        return number
      }
    }
    let report = await explore {
      try await World.mustBeLinearizable(
        { Numbers() },
        tasks: ["next": { await $0.next() }], ["next": { await $0.next() }], ["next": { await $0.next() }],
        finally: { _ in 0 })
    }
    #expect(report.failureText == nil, "\(report)")
  }

  /// Receiving first, which alone would wait, has the results of the run as far as it goes.
  @Test func anOrderThatDoesNotGoOnIsNone() async {
    actor Mailbox {
      private var letters = 0
      private var receiver: CheckedContinuation<Void, Never>?
      private(set) var hasWaited = false

      func send() {
        letters += 1
        receiver.take()?.resume()
      }

      func receive() async {
        if letters == 0 {
          hasWaited = true
          await withCheckedContinuation { receiver = $0 }
        }
        letters -= 1
      }
    }
    let report = await explore {
      try await World.mustBeLinearizable(
        { Mailbox() },
        tasks: ["receive": { await $0.receive() }], ["send": { await $0.send() }],
        finally: { await $0.hasWaited })
    }
    #expect(report.failureText?.contains("NotLinearizable") == true, "\(report)")
  }

  /// Its second read is old although the write had ended: only one after the other in their own task wouldn't be.
  @Test func whatHadEndedIsBefore() async {
    actor Register {
      private(set) var value = 0
      private var cached: Int?

      func set() {
        value = 1
        cached = nil
      }

      func get() async -> Int {
        if let cached { return cached }
        let read = value
        await Task.yield()
        cached = read
        return read
      }
    }
    let report = await explore {
      try await World.mustBeLinearizable(
        { Register() },
        tasks: ["set": { await $0.set() }], ["get": { await $0.get() }, "get": { await $0.get() }],
        finally: { await $0.value })
    }
    #expect(report.failureText?.contains("get → 1  ≠") == true, "\(report)")
  }

  @Test func anOrderThatDoesNotEndDoesNotCount() async {
    actor Mailbox {
      private var letters: [Int] = []
      private var reader: CheckedContinuation<Int, Never>?

      func send(_ letter: Int) {
        if let reader { reader.resume(returning: letter) } else { letters.append(letter) }
        reader = nil
      }

      func receive() async -> Int {
        if !letters.isEmpty { return letters.removeFirst() }
        return await withCheckedContinuation { reader = $0 }
      }
    }
    let report = await explore {
      try await World.mustBeLinearizable(
        { Mailbox() },
        tasks: ["receive": { await $0.receive() }], ["send": { await $0.send(7) }],
        finally: { _ in 0 })
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.hasRunAllOrders, "\(report)")
  }

  private struct Refused: Error {}

  @Test func errorsAreResults() async {
    actor Seats {
      private(set) var free = 1

      func book(isAtomic: Bool) async throws {
        guard free > 0 else { throw Refused() }
        if !isAtomic { await Task.yield() }
        free -= 1
      }
    }
    for isAtomic in [true, false] {
      let report = await explore {
        try await World.mustBeLinearizable(
          { Seats() },
          tasks: ["book": { try await $0.book(isAtomic: isAtomic) }],
          ["book": { try await $0.book(isAtomic: isAtomic) }],
          finally: { max(0, await $0.free) })
      }
      #expect((report.failureText == nil) == isAtomic, "\(report)")
      if !isAtomic { #expect(report.failureText?.contains("book → throws ") == true, "\(report)") }
    }
  }

  /// Equal sets have their elements in different orders.
  @Test func resultsAreComparedAsValues() async {
    actor Names {
      private(set) var all: Set<String> = []
      func add(_ name: String) { all.insert(name) }
    }
    let report = await explore(100) {
      try await World.mustBeLinearizable(
        { Names() },
        tasks: [
          "add a": { await $0.add("a") }, "add b": { await $0.add("b") }, "add c": { await $0.add("c") },
        ],
        ["add d": { await $0.add("d") }, "add e": { await $0.add("e") }],
        finally: { await $0.all })
    }
    #expect(report.failureText == nil, "\(report)")
  }

  /// Neither the time that an order takes, nor what it sleeps until, is the run's.
  @Test func ordersHaveATimeOfTheirOwn() async {
    actor Delayed {
      private(set) var count = 0
      func add() async throws {
        try await Current.sleep(.seconds(10))
        count += 1
      }
    }
    let ticks = EventLog()
    let report = await World.Exploration(runs: 100, varying: .schedule).run {
      _ = ticks.drain()
      let ticking = Task {
        try await Current.sleep(.seconds(35))
        ticks.note("tick")
      }
      try await World.mustBeLinearizable(
        { Delayed() }, tasks: ["add": { try await $0.add() }, "add": { try await $0.add() }],
        ["add": { try await $0.add() }, "add": { try await $0.add() }], finally: { await $0.count })
      if ticks.count > 0 { throw Refused() }
      try await ticking.value
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(report.isRepeatable, "\(report)")
  }

  @Test func theSubjectMayThrow() async {
    await #expect(throws: Refused.self) {
      try await World.mustBeLinearizable(
        { () throws -> Counter in throw Refused() },
        tasks: ["add": { await $0.add() }], ["add": { await $0.add() }], finally: { await $0.count })
    }
  }

  @Test(.world(.mock)) func aPlainTestIsCompared() async throws {
    try await World.mustBeLinearizable(
      { Counter() }, tasks: ["add": { await $0.add() }], ["add": { await $0.add() }],
      finally: { await $0.count })
    await #expect(throws: (any Error).self) {
      try await World.mustBeLinearizable(
        { LossyCounter() }, tasks: ["add": { await $0.add() }], ["add": { await $0.add() }],
        finally: { await $0.count })
    }
  }

  @Test func withoutAWorldItIsCompared() async throws {
    try await World.mustBeLinearizable(
      { Counter() }, tasks: ["add": { await $0.add() }], ["add": { await $0.add() }],
      finally: { await $0.count })
  }

  @Test func nineOperationsAreNotTooMany() async throws {
    let add: @Sendable (Counter) async -> any Sendable = { await $0.add() }
    try await World.mustBeLinearizable(
      { Counter() }, tasks: ["1": add, "2": add, "3": add, "4": add, "5": add],
      ["1": add, "2": add, "3": add, "4": add], finally: { await $0.count })
  }

  /// Of ten operations there would be millions of orders.
  @Test func tooManyOperationsAreRefused() async {
    let error = await #expect(throws: (any Error).self) {
      try await World.mustBeLinearizable(
        { Counter() },
        tasks: [
          "1": { await $0.add() }, "2": { await $0.add() }, "3": { await $0.add() }, "4": { await $0.add() },
          "5": { await $0.add() },
        ],
        [
          "1": { await $0.add() }, "2": { await $0.add() }, "3": { await $0.add() }, "4": { await $0.add() },
          "5": { await $0.add() },
        ], finally: { await $0.count })
    }
    #expect(
      error.map { "\($0)" }
        == "NotLinearizable: mustBeLinearizable has 2 tasks with 10 operations in all. To fix it: give it two or three tasks with at most nine operations in all."
    )
    await #expect(throws: (any Error).self) {
      try await World.mustBeLinearizable(
        { Counter() }, tasks: ["1": { await $0.add() }, "2": { await $0.add() }], finally: { await $0.count })
    }
  }
}
