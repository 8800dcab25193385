import Dispatch
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Tests that run in parallel and share actors, as programs have them: a `static let shared`, a global actor.
@Suite(.world(.mock, timeout: .seconds(600)), .timeLimit(.minutes(120)))
struct SharedActorTests {
  private actor Store {
    static let shared = Store()
    private var count = 0

    /// Takes some milliseconds.
    func work() async -> Int {
      for index in 0..<20_000 { count = (count &* 31 &+ index) & 0xFFFF }
      await Task.yield()
      return count
    }
  }

  @globalActor private actor Late {
    static let shared = Late()
  }

  @globalActor private actor Global {
    static let shared = Global()
    static let store = Store()
    @Global static var sum = 0
  }

  private static func order(_ work: @escaping @Sendable () async -> Void) async -> [String] {
    let log = EventLog()
    for task in 0..<4 {
      Task {
        log.note("\(task) a")
        await work()
        log.note("\(task) b")
        try await Current.sleep(.seconds(4 - task))
        log.note("\(task) c")
        await work()
        log.note("\(task) d")
      }
    }
    let start = Current.date()
    await Current.time.advance(by: .seconds(10))
    log.note("\(Current.date().timeIntervalSince(start))")
    return log.drain()
  }

  private static let expected =
    (0..<4).map { "\($0) a" } + (0..<4).map { "\($0) b" }
    + (0..<4).reversed().flatMap { ["\($0) c", "\($0) d"] }
    + ["10.0"]

  @Test(arguments: 1...40) func aSingletonsCallsHaveTheOrderOfTheTestAlone(number: Int) async {
    #expect(await Self.order { _ = await Store.shared.work() } == Self.expected)
  }

  @Test(arguments: 1...20) func twoActorsThatTestsEnterInEitherOrderAreNoDeadlock(number: Int) async {
    let isEven = number.isMultiple(of: 2)
    let order = await Self.order {
      _ = await (isEven ? Store.shared : Global.store).work()
      _ = await (isEven ? Global.store : Store.shared).work()
    }
    #expect(order == Self.expected)
  }

  /// They are enqueued on the actor when they are created.
  @Test(arguments: 1...40) func tasksThatBeginOnASharedActorTakeTheTurn(number: Int) async throws {
    let log = EventLog()
    let tasks = (0..<4).map { task in
      Task { @Global in
        log.note("\(task) a")
        for index in 0..<20_000 { Global.sum = (Global.sum &* 31 &+ index) & 0xFFFF }
        await Task.yield()
        log.note("\(task) b")
        try await Current.sleep(.seconds(4 - task))
        log.note("\(task) c")
      }
    }
    await Current.time.advance(by: .seconds(10))
    for task in tasks { try await task.value }
    #expect(
      log.drain() == (0..<4).map { "\($0) a" } + (0..<4).map { "\($0) b" }
        + (0..<4).reversed().map { "\($0) c" })
  }

  /// The turn comes within the step that creates them.
  @Test func tasksThatWaitForTheTurnComeBeforeLaterOnes() async {
    await withCheckedContinuation { made in
      DispatchQueue.global().async {
        _ = Late.shared
        made.resume()
      }
    }
    let other = TestMonitor()
    Turns.ofProcess.noteCreation(
      of: UInt(bitPattern: Unmanaged.passUnretained(Late.shared).toOpaque()), by: other)
    let log = EventLog()
    let first = Task { @Late in log.note("1") }
    Turns.ofProcess.endTurn(of: other, isOver: true)
    let others = (2...4).map { task in Task { @Late in log.note("\(task)") } }
    for task in [first] + others { await task.value }
    #expect(log.drain() == ["1", "2", "3", "4"])
  }

  /// A test's own tasks, and each of its explorations, wait on a thread of their own.
  @Test func allWaitsOfATestEndWithTheTurn() {
    let turns = Turns { _ in }
    let resumed = Lock(0)
    let (holder, test, last) = (TestMonitor(), TestMonitor(), TestMonitor())
    #expect(turns.tryToEnter(1, by: holder) {})
    for waiting in [test, last, test] {
      let isFree = turns.tryToEnter(1, by: waiting) {
        if waiting === test { resumed.withLock { $0 += 1 } }
      }
      #expect(!isFree)
    }
    turns.endTurn(of: holder, isOver: true)
    #expect(resumed.withLock { $0 } == 2)
    #expect(turns.tryToEnter(1, by: test) {})
  }

  /// One of its explorations waits for another test's actor, and that test waits for the turn.
  @Test func whoGetsTheTurnDoesNotWaitInACircle() {
    let turns = Turns { _ in }
    let resumed = Lock<[String]>([])
    let (holder, test, creator) = (TestMonitor(), TestMonitor(), TestMonitor())
    turns.noteCreation(of: 2, by: creator)
    #expect(turns.tryToEnter(1, by: holder) {})
    #expect(!turns.tryToEnter(1, by: test) { resumed.withLock { $0.append("turn") } })
    #expect(!turns.tryToEnter(2, by: test) { resumed.withLock { $0.append("actor") } })
    #expect(!turns.tryToEnter(1, by: creator) { resumed.withLock { $0.append("creator") } })
    turns.endTurn(of: holder, isOver: true)
    #expect(resumed.withLock { $0 } == ["turn", "creator"])
    #expect(turns.tryToEnter(1, by: creator) {})
    turns.endTurn(of: creator, isOver: true)
    #expect(resumed.withLock { $0 } == ["turn", "creator", "actor"])
  }

  @Test(.exploring(20), arguments: 1...4) func explorationsTakeTurns(number: Int) async {
    #expect(await Self.order { _ = await Store.shared.work() }.last == "10.0")
  }

  @Test func aTestOnItsOwnHasNoTurn() async throws {
    let store = Store()
    _ = await store.work()
    let monitor = try #require(Scheduler.current?.monitor)
    #expect(!Turns.ofProcess.isTurn(of: monitor))
    let shared = await withCheckedContinuation { made in
      DispatchQueue.global().async { made.resume(returning: Store()) }
    }
    _ = await shared.work()
    #expect(Turns.ofProcess.isTurn(of: monitor))
  }

  @Test func whoWaitedForWhomIsSaid() {
    let said = Locked<[String]>([])
    let turns = Turns { line in said.withLock { $0.append(line) } }
    let (first, second) = (TestMonitor(), TestMonitor())
    let resumed = Locked(0)
    #expect(turns.tryToEnter(1, by: first) {})
    #expect(!turns.tryToEnter(2, by: second) { resumed.withLock { $0 += 1 } })
    #expect(turns.endTurn(of: first, isOver: true) == [second.name])
    #expect(resumed.value == 1)
    #expect(turns.isTurn(of: second))
    #expect(turns.endTurn(of: second, isOver: true) == [])
    #expect(!turns.isTurn(of: second))
    #expect(said.value.count == 1)
    #expect(said.value.first?.contains("the test whoWaitedForWhomIsSaid") == true)
    #expect(said.value.first?.contains(" s for ") == true)
  }

  @Test func threeTestsThatWouldWaitForEachOtherDoNot() {
    let turns = Turns { _ in }
    let tests = (0..<3).map { _ in TestMonitor() }
    for (index, test) in tests.enumerated() { turns.noteCreation(of: UInt(index), by: test) }
    #expect(!turns.tryToEnter(1, by: tests[0]) {})
    #expect(!turns.tryToEnter(2, by: tests[1]) {})
    #expect(turns.tryToEnter(0, by: tests[2]) {})
  }

  @Test func whoWaitedLongestIsNext() {
    let turns = Turns { _ in }
    let (first, second, third) = (TestMonitor(), TestMonitor(), TestMonitor())
    #expect(turns.tryToEnter(1, by: first) {})
    for test in [second, third] { #expect(!turns.tryToEnter(1, by: test) {}) }
    turns.endTurn(of: first, isOver: true)
    #expect(turns.isTurn(of: second))
    turns.endTurn(of: second, isOver: true)
    #expect(turns.isTurn(of: third))
  }

  /// One that stands still isn't over, and its own actors are everybody's.
  @Test func aTestThatGaveUpItsTurnIsNoLongerTheCreator() {
    let turns = Turns { _ in }
    let (first, second) = (TestMonitor(), TestMonitor())
    turns.noteCreation(of: 1, by: first)
    let resumed = Locked(0)
    #expect(!turns.tryToEnter(1, by: second) { resumed.withLock { $0 += 1 } })
    #expect(turns.endTurn(of: first, isOver: false) == [second.name])
    #expect(resumed.value == 1)
    // It is as if nobody had created it, but to the one that did.
    #expect(turns.tryToEnter(1, by: first) {})
    #expect(!turns.isTurn(of: first))
    #expect(turns.tryToEnter(1, by: second) {})
    #expect(turns.isTurn(of: second))
    turns.endTurn(of: second, isOver: true)
    turns.endTurn(of: first, isOver: true)
    turns.noteCreation(of: 2, by: first)
    #expect(!turns.tryToEnter(2, by: second) {})
  }

  #if os(Linux) || os(macOS)
    // An optimized program doesn't call what does nothing.
    @Late private static var visits = 0
    @Late private static func visit() { visits += 1 }

    /// Others may need the main queue until their end.
    @Test(.timeLimit(.minutes(120))) func anExplorationHoldsNoMainQueueWhileItWaits() async {
      await #expect(processExitsWith: .success) {
        let actor = UInt(bitPattern: Unmanaged.passUnretained(Late.shared).toOpaque())
        let (other, began, errors) = (TestMonitor(), Flag(), Locked(0))
        Turns.ofProcess.noteCreation(of: actor, by: other)
        async let report = World.Exploration(runs: 3, varying: .schedule).run { @MainActor in
          began.set()
          async let first: Void = Task.yield()
          await SharedActorTests.visit()
          await first
          do { try await Current.sleep(.seconds(1)) } catch { errors.withLock { $0 += 1 } }
        }
        while !began.isSet { await Task.yield() }
        // After that step.
        await MainActor.run {}
        Turns.ofProcess.endTurn(of: other, isOver: true)
        let (failure, runs, isSame) = await (report.failureText, report.runs, report.isRepeatable)
        #expect(failure == nil && isSame)
        // The first run is made again, and no run is cut off.
        #expect(await SharedActorTests.visits > runs)
        #expect(errors.value == 0)
      }
    }
  #endif

  @Test func aReportNamesTheTestsThatNoLongerWait() {
    let report = HaltReport(summary: "It stands still", fixes: [])
    #expect(report.noting([]).summary == "It stands still")
    #expect(
      report.noting(["the test b"]).summary
        == "It stands still; the test b no longer waits for the actors that they share")
    #expect(
      report.noting(["the test b", "an exploration"]).summary
        == "It stands still; the test b, an exploration no longer wait for the actors that they share")
  }
}

/// Tests that share an actor, and explore code that uses it. More explorations wait for their turn than may run at a time.
@Suite(.world(.mock)) struct SharedActorExplorationTests {
  private actor Cache {
    static let shared = Cache()
    private var values: [Int: Int] = [:]

    func value(_ key: Int) async -> Int {
      if let known = values[key] { return known }
      await Task.yield()
      values[key] = key * key
      return key * key
    }
  }

  @Test(arguments: 1...8) func aTestExploresBesideItsOwnTask(number: Int) async {
    async let one = World.Exploration(runs: 20).run { _ = await Cache.shared.value(number) }
    async let other = World.Exploration(runs: 20).run { _ = await Cache.shared.value(number + 100) }
    #expect(await Cache.shared.value(number + 200) == (number + 200) * (number + 200))
    let failures = await [one.failureText, other.failureText]
    #expect(failures == [nil, nil])
  }

  @Test(arguments: 1...4) @MainActor func theMainActorExplores(number: Int) async {
    let report = await World.Exploration(runs: 30).run { @MainActor in
      Task { @MainActor in _ = await Cache.shared.value(number) }
      try await World.eventually { await Cache.shared.value(number) == number * number }
    }
    #expect(report.failureText == nil, "\(report)")
  }
}
