import Foundation
import Synchronization
import Testing
import World
import WorldMocks

@testable import WorldSimulation

@Suite
struct SleeperQueueTests {
  private static let many = 10_000

  /// A deadline that counts how often it is compared.
  private struct Counted: Comparable, Sendable {
    final class Counter: Sendable {
      let count = Atomic(0)
      var value: Int { count.load(ordering: .relaxed) }
    }

    var deadline: Int
    var counter: Counter

    static func == (a: Counted, b: Counted) -> Bool { a.deadline == b.deadline }
    static func < (a: Counted, b: Counted) -> Bool {
      a.counter.count.add(1, ordering: .relaxed)
      return a.deadline < b.deadline
    }
  }

  /// Two comparisons a level of the heap at most, up or down.
  @Test func addingAndTakingTheFirstCostALogarithmOfComparisons() {
    let counter = Counted.Counter()
    let limit = 3 * (Int.bitWidth - Self.many.leadingZeroBitCount)
    var queue = SleeperQueue<Counted, Int>()
    var random = World.RandomSource.seeded(5)
    for index in 0..<Self.many {
      let before = counter.value
      let deadline = Counted(deadline: Int.random(in: 0...1_000, using: &random), counter: counter)
      queue.add(index, ticket: queue.makeTicket(), deadline: deadline)
      #expect(counter.value - before <= limit)
    }
    let last = Counted(deadline: .max, counter: counter)
    while queue.count > 0 {
      let before = counter.value
      #expect(queue.removeFirst(dueAt: last) != nil)
      #expect(counter.value - before <= limit)
    }
  }

  /// Removing also takes away, now and then, what was removed earlier: on average that costs a logarithm, too.
  @Test func removingCostsALogarithmOfComparisonsOnAverage() {
    let counter = Counted.Counter()
    var queue = SleeperQueue<Counted, Int>()
    var random = World.RandomSource.seeded(5)
    var tickets: [UInt64] = []
    for index in 0..<Self.many {
      tickets.append(queue.makeTicket())
      let deadline = Counted(deadline: Int.random(in: 0...1_000, using: &random), counter: counter)
      queue.add(index, ticket: tickets[index], deadline: deadline)
    }
    let before = counter.value
    for ticket in tickets.shuffled(using: &random) { #expect(queue.remove(ticket) != nil) }
    #expect(counter.value - before <= Self.many * 3 * (Int.bitWidth - Self.many.leadingZeroBitCount))
    #expect(queue.count == 0)
    #expect(queue.earliestDeadline == nil)
  }

  @Test func theFirstIsAsInASortedArray() {
    var queue = SleeperQueue<Duration, Int>()
    var random = World.RandomSource.seeded(6)
    var model: [(deadline: Duration, index: Int, ticket: UInt64)] = []
    for index in 0..<3_000 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        model.sort { ($0.deadline, $0.index) < ($1.deadline, $1.index) }
        let first = queue.removeFirst(dueAt: .farthest)
        #expect(first?.sleeper == model.first?.index)
        #expect(first?.deadline == model.first?.deadline)
        model = Array(model.dropFirst())
      case 1...2 where !model.isEmpty:
        let cancelled = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        #expect(queue.remove(cancelled.ticket) == cancelled.index)
        #expect(queue.remove(cancelled.ticket) == nil)
      default:
        let deadline = Duration.seconds(Int.random(in: 0..<20, using: &random))
        let ticket = queue.makeTicket()
        queue.add(index, ticket: ticket, deadline: deadline)
        model.append((deadline, index, ticket))
      }
      #expect(queue.count == model.count)
      #expect(queue.earliestDeadline == model.map(\.deadline).min())
    }
  }

  @Test func onlyWhatIsDueIsTaken() {
    var queue = SleeperQueue<Duration, String>()
    queue.add("second", ticket: queue.makeTicket(), deadline: .seconds(2))
    queue.add("first", ticket: queue.makeTicket(), deadline: .seconds(1))
    #expect(queue.removeFirst(dueAt: .milliseconds(999)) == nil)
    #expect(queue.removeFirst(dueAt: .seconds(1))?.sleeper == "first")
    #expect(queue.removeFirst(dueAt: .seconds(1)) == nil)
  }

  /// A cancellation may come after its sleeper woke and another one fell asleep.
  @Test func aTicketNeverNamesAnotherElement() {
    var queue = SleeperQueue<Duration, String>()
    let early = queue.makeTicket()
    queue.add("early", ticket: early, deadline: .seconds(1))
    #expect(queue.removeFirst(dueAt: .seconds(1))?.sleeper == "early")
    let late = queue.makeTicket()
    queue.add("late", ticket: late, deadline: .seconds(1))
    #expect(queue.remove(early) == nil)
    #expect(queue.count == 1)
    #expect(queue.remove(late) == "late")
  }

  @Test func aTicketThatIsNotUsedYetRemovesNothing() {
    var queue = SleeperQueue<Duration, String>()
    let ticket = queue.makeTicket()
    #expect(queue.remove(ticket) == nil)
    queue.add("sleeper", ticket: ticket, deadline: .seconds(1))
    #expect(queue.remove(ticket) == "sleeper")
  }

  @Test func memoryIsThatOfTheElements() {
    var queue = SleeperQueue<Duration, Int>()
    queue.add(-1, ticket: queue.makeTicket(), deadline: .zero)
    for index in 0..<Self.many {
      let tickets = (0..<3).map { second in
        let ticket = queue.makeTicket()
        queue.add(index, ticket: ticket, deadline: .seconds(second + 1))
        return ticket
      }
      for ticket in tickets { #expect(queue.remove(ticket) == index) }
      #expect(queue.heapCount <= 2 * queue.count)
    }
    #expect(queue.count == 1)
  }
}
