import Foundation
import Synchronization
import Testing
import World

@testable import WorldLive

/// Whoever asks while a value is being built gets that one, or that error.
struct ExactlyOnceTests {
  final class Value: Sendable {}
  struct Refused: Error, Equatable {}

  static let askers = 8

  /// A building that ends when all the others wait for it. The first one may fail.
  final class Building: Sendable {
    let kept: KeptValues<Value, any Error>
    let builds = Atomic(0)
    let isFailing: Bool

    init(isFailing: Bool, _ lifetime: Lifetime<Value> = .singleton) {
      kept = KeptValues(lifetime, name: nil)
      self.isFailing = isFailing
    }

    func begin() -> Bool { builds.add(1, ordering: .relaxed).newValue == 1 }

    func end(isFirst: Bool) throws -> Value {
      if isFirst, isFailing { throw Refused() }
      return Value()
    }
  }

  @Test(arguments: [false, true])
  func threadsShareOneBuilding(isFailing: Bool) throws {
    let building = Building(isFailing: isFailing)
    let outcomes = Lock<[Result<Value, any Error>]>([])
    let group = DispatchGroup()
    for _ in 0..<Self.askers {
      group.enter()
      Thread.detachNewThread {
        let outcome = Result {
          try building.kept.value(for: Arguments()) {
            let isFirst = building.begin()
            while isFirst, building.kept.waiterCount < Self.askers - 1 { sched_yield() }
            return try building.end(isFirst: isFirst)
          }
        }
        outcomes.withLock { $0.append(outcome) }
        group.leave()
      }
    }
    group.wait()
    try check(outcomes.withLock { $0 }, isFailing: isFailing)
    #expect(building.builds.load(ordering: .relaxed) == 1)
  }

  @Test(arguments: [false, true])
  func tasksShareOneFlight(isFailing: Bool) async throws {
    let building = Building(isFailing: isFailing)
    let outcomes = await withTaskGroup { group in
      for _ in 0..<Self.askers {
        group.addTask { await Self.ask(building, untilWaiting: Self.askers) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try check(outcomes, isFailing: isFailing)
    #expect(building.builds.load(ordering: .relaxed) == 1)
  }

  @Test func whoIsCancelledLeavesAtOnceAndTheOthersGetTheValue() async throws {
    let building = Building(isFailing: false)
    let leaver = Task { await Self.ask(building, untilWaiting: 0, gate: 2) }
    let stayer = Task { await Self.ask(building, untilWaiting: 0, gate: 2) }
    while building.kept.waiterCount < 2 { await Task.yield() }
    leaver.cancel()
    let left = await leaver.value
    #expect(throws: CancellationError.self) { try left.get() }
    Self.gate.store(true, ordering: .releasing)
    let value = try await stayer.value.get()
    #expect(try await Self.ask(building, untilWaiting: 0).get() === value)
    #expect(building.builds.load(ordering: .relaxed) == 1)
  }

  @Test func whenAllAreCancelledTheBuildingGoesOnForTheNext() async throws {
    let building = Building(isFailing: false)
    let asker = Task { await Self.ask(building, untilWaiting: 0, gate: 1) }
    while building.kept.waiterCount < 1 { await Task.yield() }
    asker.cancel()
    let left = await asker.value
    #expect(throws: CancellationError.self) { try left.get() }
    Self.soloGate.store(true, ordering: .releasing)
    _ = try await Self.ask(building, untilWaiting: 0).get()
    #expect(building.builds.load(ordering: .relaxed) == 1)
  }

  private static let gate = Atomic(false)
  private static let soloGate = Atomic(false)

  /// Asks for the value, whose building ends when so many wait, and a gate is open.
  private static func ask(
    _ building: Building, untilWaiting count: Int, gate: Int = 0
  ) async -> Result<Value, any Error> {
    do {
      return .success(
        try await building.kept.value(for: Arguments()) {
          let isFirst = building.begin()
          while isFirst, building.kept.waiterCount < count { await Task.yield() }
          while gate == 1, !soloGate.load(ordering: .acquiring) { await Task.yield() }
          while gate == 2, !Self.gate.load(ordering: .acquiring) { await Task.yield() }
          return try building.end(isFirst: isFirst)
        })
    } catch {
      return .failure(error)
    }
  }

  private func check(_ outcomes: [Result<Value, any Error>], isFailing: Bool) throws {
    #expect(outcomes.count == Self.askers)
    if isFailing {
      for outcome in outcomes { #expect(throws: Refused()) { try outcome.get() } }
    } else {
      let values = try outcomes.map { try ObjectIdentifier($0.get()) }
      #expect(Set(values).count == 1)
    }
  }
}
