import TestSupport
import Testing
import World

@testable import WorldTesting

/// All orders of a test's tasks, each once.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct OrdersTests {
  private actor Notebook {
    private let log: EventLog
    init(_ log: EventLog) { self.log = log }
    func note(_ event: String) { log.note(event) }
  }

  private struct Runs: Sendable {
    var outcomes: [String] = []
    var traces: [Trace] = []
    var isComplete = false
    var calls = 0
    var repeating = 0
    /// How many choices of each weren't the first.
    var switches: [Int] = []
    /// Up to how many switches all were said to be run, and how many these were.
    var claims: [(switches: Int, count: Int)] = []

  }

  /// Runs all orders of two tasks.
  private func runs(
    sharesOnlyActors: Bool = false,
    _ work: @escaping @Sendable (_ task: String, _ log: EventLog, [Notebook]) async -> Void
  ) async -> Runs {
    let log = EventLog()
    return await withRuns(
      of: {
        let notebooks = [Notebook(log), Notebook(log)]
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] { group.addTask { await work(name, log, notebooks) } }
        }
      }, sharesOnlyActors: sharesOnlyActors,
      { explorer in
        var (runs, orders) = (Runs(), Orders(leavingOutRepeating: sharesOnlyActors))
        var plan: Plan? = Plan(isOrder: true)
        while let next = plan, runs.traces.count < 20_000 {
          let ran = explorer.run(next)
          orders.note(ran)
          runs.traces.append(ran.trace)
          runs.switches.append(ran.input.schedule.switches.count)
          if let complete = orders.complete { runs.claims.append(complete) }
          runs.outcomes.append(log.drain().joined())
          plan = orders.next().map { order in
            var plan = Plan(isOrder: true, order: order)
            plan.input.schedule = order.schedule
            return plan
          }
        }
        runs.isComplete = orders.areComplete
        (runs.calls, runs.repeating) = (orders.calls.count, orders.repeatingCount)
        return runs
      })
  }

  @Sendable private func threeCalls(_ task: String, _ log: EventLog, _ notebooks: [Notebook]) async {
    for number in 1...3 { await notebooks[0].note("\(task)\(number)") }
  }

  private actor Caller {
    func call(_ task: String, _ notebook: Notebook) async {
      for number in 1...3 { await notebook.note("\(task)\(number)") }
    }
  }

  /// A step of one task may be run by the job that ran the other's in the same actor.
  @Test func tasksThatComeFromActorsOfTheirOwn() async {
    let runs = await runs { task, _, notebooks in await Caller().call(task, notebooks[0]) }
    #expect(Set(runs.outcomes).count == 20)
  }

  @Test func eachOrderIsRunOnceThoseWithFewSwitchesFirst() async {
    let runs = await runs(threeCalls)
    #expect(runs.isComplete)
    #expect(Set(runs.outcomes).count == 20)
    #expect(Set(runs.traces).count == runs.traces.count)
    #expect(runs.switches == runs.switches.sorted())
  }

  @Test func ordersThatRepeatOthersAreLeftOut() async {
    let (runs, others) = await (runs(sharesOnlyActors: true, threeCalls), runs(threeCalls))
    #expect(runs.isComplete)
    #expect(runs.calls == 20)
    #expect(Set(runs.outcomes) == Set(others.outcomes))
    #expect(runs.traces.count < others.traces.count / 5, "\(runs.traces.count) of \(others.traces.count)")
    #expect(runs.repeating > 0)
    #expect(runs.claims.allSatisfy { $0.count <= 1 }, "\(runs.claims)")
  }

  /// What the children do is independent; the order of their results is not.
  @Test func theOrderOfAGroupsResultsIsNotLeftOut() async {
    let outcomes = EventLog()
    var exploration = World.Exploration(runs: 2_000)
    exploration.sharesOnlyActors = true
    let report = await exploration.run {
      var results = ""
      for _ in 1...2 {
        results += await withTaskGroup(of: String.self) { group in
          for task in ["a", "b"] {
            group.addTask {
              await Notebook(EventLog()).note("-")
              return task
            }
          }
          await Notebook(EventLog()).note("-")
          return await group.reduce("") { $0 + $1 }
        }
      }
      outcomes.note(results)
    }
    #expect(report.hasRunAllOrders)
    #expect(report.orders.repeatingCount > 0)
    #expect(Set(outcomes.drain()) == ["abab", "abba", "baab", "baba"])
  }

  @globalActor private actor Place {
    static let shared = Place()
  }

  @globalActor private actor OtherPlace {
    static let shared = OtherPlace()
  }

  private actor Spawner {
    private(set) var events: [String] = []
    func spawn(_ event: String) {
      events.append(event)
      Task { events.append("\(event)+") }
    }
  }

  private func outcomes(
    sharesOnlyActors: Bool, _ outcome: @escaping @Sendable () async throws -> String
  ) async -> Set<String> {
    let log = EventLog()
    var exploration = World.Exploration(runs: 1_000, varying: .schedule)
    exploration.sharesOnlyActors = sharesOnlyActors
    let report = await exploration.run { log.note(try await outcome()) }
    #expect(report.orders.areExhausted)
    return Set(log.drain())
  }

  /// An actor that runs puts a task in its own queue, and children end in the jobs of their actors.
  @Test func whatAnActorDoesInItsJobIsNotLeftOut() async {
    let spawning: @Sendable () async throws -> String = {
      let spawner = Spawner()
      let tasks = ["a", "b"].map { event in Task { await spawner.spawn(event) } }
      for task in tasks { await task.value }
      try await Task.sleep(for: .seconds(1))
      return await spawner.events.joined(separator: " ")
    }
    let ending: @Sendable () async throws -> String = {
      try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { @Place in "a" }
        group.addTask { @OtherPlace in "b" }
        try await Task.sleep(for: .seconds(1))
        return try await group.reduce("") { $0 + $1 }
      }
    }
    #expect(
      await outcomes(sharesOnlyActors: true, spawning) == [
        "a b a+ b+", "a a+ b b+", "b a b+ a+", "b b+ a a+",
      ])
    #expect(await outcomes(sharesOnlyActors: true, ending) == ["ab", "ba"])
    for outcome in [spawning, ending] {
      #expect(
        await outcomes(sharesOnlyActors: true, outcome) == outcomes(sharesOnlyActors: false, outcome))
    }
  }

  private func reportOfThreeCalls(
    sharesOnlyActors: Bool = true, _ first: @escaping @Sendable () async -> Void = {}
  ) async -> World.Exploration.Report {
    var exploration = World.Exploration(runs: 2_000)
    exploration.sharesOnlyActors = sharesOnlyActors
    let log = EventLog()
    return await exploration.run {
      let notebook = Notebook(log)
      await first()
      await withDiscardingTaskGroup { group in
        for task in ["a", "b"] { group.addTask { for _ in 1...3 { await notebook.note(task) } } }
      }
    }
  }

  @Test func theReportSaysWhatIsLeftOut() async {
    let report = await reportOfThreeCalls()
    #expect(report.hasRunAllOrders)
    #expect(
      "\(report)".contains(
        "All 20 orders of the calls of 1 actor were run, in \(report.orderCount) orders of the starting world's tasks. \(report.orders.repeatingCount) others were left out: they repeat these if tasks share only actors, as the test says."
      ), "\(report)")
  }

  @Test func nothingIsLeftOutUnlessTheTestSaysWhatItShares() async {
    let report = await reportOfThreeCalls(sharesOnlyActors: false)
    #expect(report.orders.repeatingCount == 0)
    #expect(!"\(report)".contains("left out"), "\(report)")
  }

  /// A task that is cancelled sees that wherever it is, and random numbers are drawn from one sequence.
  @Test(arguments: [true, false]) func nothingIsLeftOutWhereTasksShareMore(isCancelled: Bool) async {
    let report = await reportOfThreeCalls {
      if !isCancelled {
        _ = Current.random.next()
        return
      }
      let task = Task {}
      task.cancel()
      await task.value
    }
    #expect(report.orderCount > 400, "\(report)")
    #expect(report.orders.repeatingCount == 0)
    #expect("\(report)".contains("No order was left out: tasks share more than actors"), "\(report)")
  }

  @Test func theOrdersAreTheSameEachTime() async {
    let (runs, again) = await (runs(threeCalls), runs(threeCalls))
    #expect(runs.traces == again.traces)
  }

  @Sendable private func oneCallOutside(_ task: String, _: EventLog, _ notebooks: [Notebook]) async {
    await notebooks[task == "a" ? 0 : 1].note("-")
    await notebooks[0].note(task)
  }

  @Test func allOrdersWithSomeSwitchesAreRunWhenThatIsSaid() async {
    for runs in await [runs(threeCalls), runs(oneCallOutside)] {
      #expect(!runs.claims.isEmpty)
      for claim in runs.claims { #expect(claim.count == runs.switches.count { $0 <= claim.switches }) }
    }
  }

  #if compiler(>=6.3) && os(Linux)
    @MainActor private func mainNote(_ event: String, _ log: EventLog) { log.note(event) }

    @Test func theMainActorIsOneOfThem() async {
      let work: @Sendable (String, EventLog, [Notebook]) async -> Void = { task, log, _ in
        for number in 1...2 { await mainNote("\(task)\(number)", log) }
      }
      let (runs, fewer) = await (runs(work), runs(sharesOnlyActors: true, work))
      #expect(Set(runs.outcomes).count == 6)
      #expect(Set(fewer.outcomes).count == 6)
      #expect(fewer.traces.count < runs.traces.count / 2, "\(fewer.traces.count)")
    }
  #endif
}
