import Foundation
import Testing
import WorldSimulation

@testable import WorldTesting

/// What a run does next is decided without a runtime: jobs are numbers here.
struct RunCoreTests {
  private static func core(_ strategy: Strategy = .inOrder, seed: UInt64 = 0) -> RunCore {
    RunCore(
      chooser: Chooser(strategy, seed: seed), lateness: Lateness(),
      faults: FaultRows(planned: [:], rate: 0, seed: 0))
  }

  /// A job that nothing may run.
  private static func arrival(_ task: UInt64, at place: Place = .pool, isOutside: Bool = false) throws
    -> Arrival
  {
    let address = try #require(UnsafeRawPointer(bitPattern: UInt(task) * 16 + 16))
    return Arrival(
      job: unsafeBitCast(address, to: UnownedJob.self), id: task, place: place, isOutside: isOutside)
  }

  private static func task(_ decision: RunCore.Decision) -> UInt64? {
    if case .run(let ready) = decision { ready.id } else { nil }
  }

  @Test func aTaskGoesOnUntilItWaits() throws {
    var core = RunCoreTests.core()
    for task in 1...2 as ClosedRange<UInt64> { try core.add(RunCoreTests.arrival(task)) }
    var order: [UInt64?] = []
    for _ in 0..<3 {
      let next = RunCoreTests.task(core.next())
      order.append(next)
      if order.count < 2, next == 1 { try core.add(RunCoreTests.arrival(1)) }
    }
    #expect(order == [1, 1, 2])
  }

  @Test func whatYieldsComesAfterWhatIsReady() throws {
    var core = RunCoreTests.core()
    for task in 1...2 as ClosedRange<UInt64> { try core.add(RunCoreTests.arrival(task)) }
    let first = RunCoreTests.task(core.next())
    #expect(first == 1)
    var yield = try RunCoreTests.arrival(9)
    (yield.id, yield.isYield) = (0, true)
    core.add(yield)
    let isResumed = if case .resume = core.next() { true } else { false }
    #expect(isResumed)
    try core.add(RunCoreTests.arrival(1))
    let others = [RunCoreTests.task(core.next()), RunCoreTests.task(core.next())]
    #expect(others == [2, 1])
  }

  /// Its queue is first in, first out, and another of its jobs can't be chosen before the step is over.
  @Test func theMainActorRunsOneAtATime() throws {
    for seed in 0..<20 as Range<UInt64> {
      var core = RunCoreTests.core(.random, seed: seed)
      for task in 1...3 as ClosedRange<UInt64> { try core.add(RunCoreTests.arrival(task, at: .main)) }
      var order: [UInt64?] = []
      for _ in 0..<3 { order.append(RunCoreTests.task(core.next())) }
      #expect(order == [1, 2, 3])
    }
  }

  @Test func aStepEndsBeforeAnActorThatOthersMayEnterFirst() throws {
    var core = RunCoreTests.core()
    try core.add(RunCoreTests.arrival(1))
    _ = core.next()
    // Nothing else may be there first.
    let waitsAlone = core.waitsBeforeActor(1)
    #expect(!waitsAlone)
    try core.add(RunCoreTests.arrival(2))
    let (waits, omits) = (core.waitsBeforeActor(1), core.coverage.omitsOrders)
    #expect(waits && !omits)
    // It isn't the task that runs: it can't wait, and there are orders that no choice makes.
    let waitsForOther = core.waitsBeforeActor(2)
    core.passActor()
    let omitsThen = core.coverage.omitsOrders
    #expect(!waitsForOther && omitsThen)
  }

  /// The main actor's may have to wait, and then it is as if no time had passed.
  @Test(arguments: [true, false]) func whatTimeWokeComesBeforeStepsThatAreLate(isWoken: Bool) throws {
    let machine = TimeMachine(frozenAt: Date(timeIntervalSinceReferenceDate: 0))
    machine.call(after: .milliseconds(50)) {}
    var core = RunCore(
      chooser: Chooser(.inOrder, seed: 0),
      lateness: Lateness(steps: Choices([Choices.Entry(index: 0, value: 1)])),
      faults: FaultRows(planned: [:], rate: 0, seed: 0))
    core.time.use(machine, passesByItself: true)
    for task in 1...2 as ClosedRange<UInt64> { try core.add(RunCoreTests.arrival(task)) }
    let isLate = if case .passTime(isLate: true) = core.next() { true } else { false }
    #expect(isLate)
    if isWoken { try core.add(RunCoreTests.arrival(3)) }
    let next = RunCoreTests.task(core.next())
    #expect(next == (isWoken ? 3 : 1))
  }

  @Test func whatIsOverIsNotScheduled() throws {
    var core = RunCoreTests.core()
    try core.add(RunCoreTests.arrival(1))
    core.endBody()
    let begins = (core.beginWindingDown(), core.beginWindingDown())
    #expect(begins == (true, false))
    let (left, isOpen) = (core.finish(), core.isOpen)
    #expect(left.count == 1 && !isOpen)
  }

  /// Whatever is chosen is ready, each job runs once, and the same seed chooses the same.
  @Test(arguments: [Strategy.inOrder, .random, .priorities(depth: 3), .walk, .layers])
  func randomProgramsRunEachJobOnce(with strategy: Strategy) throws {
    for seed in 0..<50 as Range<UInt64> {
      var orders: [[UInt64]] = []
      for _ in 0..<2 {
        var core = RunCoreTests.core(strategy, seed: seed)
        var random = SplitMix(seed: seed ^ 7)
        var (ready, last, order): (Set<UInt64>, UInt64, [UInt64]) = ([1], 1, [])
        try core.add(RunCoreTests.arrival(1))
        while let task = RunCoreTests.task(core.next()) {
          order.append(task)
          #expect(ready.remove(task) != nil, "task \(task) isn't ready")
          if order.count > 200 { continue }
          if random.chance(128) {
            ready.insert(task)
            try core.add(RunCoreTests.arrival(task))
          }
          for _ in 0..<random.next(below: 3) {
            last += 1
            ready.insert(last)
            try core.add(RunCoreTests.arrival(last, at: random.chance(64) ? .main : .pool))
          }
        }
        #expect(ready.isEmpty)
        #expect(Set(order).count == Int(last))
        orders.append(order)
      }
      #expect(orders[0] == orders[1])
    }
  }
}
