import Foundation
import Testing
import World
import WorldMocks

@testable import WorldSimulation

@Suite
struct SleeperQueueTests {
  private static let many = 10_000

  /// The comparisons of one operation beside so many others: two a level of the heap, up or down.
  private static func limit(_ count: Int) -> Int { 3 * (Int.bitWidth - count.leadingZeroBitCount) }

  @Test func everyOperationCostsALogarithm() {
    var queue = SleeperQueue<Int>()
    var random = RandomSource.seeded(5)
    var tickets: [SleeperQueue<Int>.Ticket] = []
    func cost(_ operation: (inout SleeperQueue<Int>) -> Void) -> Int {
      let before = queue.comparisons
      operation(&queue)
      return queue.comparisons - before
    }
    for index in 0..<Self.many {
      let deadline = Duration.nanoseconds(Int64.random(in: 0...1_000, using: &random))
      let adding = cost { tickets.append($0.add(index, deadline: deadline)) }
      #expect(adding <= Self.limit(Self.many))
    }
    for ticket in tickets.shuffled(using: &random).prefix(Self.many / 2) {
      var removed: Int?
      let removing = cost { removed = $0.remove(ticket) }
      #expect(removed != nil)
      #expect(removing <= Self.limit(Self.many))
    }
    while queue.count > 0 {
      let waking = cost { _ = $0.removeFirst(dueAt: .farthest) }
      #expect(waking <= Self.limit(Self.many))
    }
  }

  @Test func whoIsFirstIsAsInASortedArray() {
    var queue = SleeperQueue<Int>()
    var random = RandomSource.seeded(6)
    var model: [(deadline: Duration, index: Int, ticket: SleeperQueue<Int>.Ticket)] = []
    for index in 0..<3_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        model.sort { ($0.deadline, $0.index) < ($1.deadline, $1.index) }
        let first = queue.removeFirst(dueAt: .farthest)
        #expect(first?.sleeper == model.first?.index)
        #expect(first?.deadline == model.first?.deadline)
        model = Array(model.dropFirst())
      case 1 where !model.isEmpty:
        let cancelled = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        #expect(queue.remove(cancelled.ticket) == cancelled.index)
        #expect(queue.remove(cancelled.ticket) == nil)
      default:
        let deadline = Duration.seconds(Int.random(in: 0..<20, using: &random))
        model.append((deadline, index, queue.add(index, deadline: deadline)))
      }
      #expect(queue.count == model.count)
      #expect(queue.earliestDeadline == model.map(\.deadline).min())
    }
  }

  @Test func onlyWhatIsDueIsTaken() {
    var queue = SleeperQueue<String>()
    _ = queue.add("second", deadline: .seconds(2))
    _ = queue.add("first", deadline: .seconds(1))
    #expect(queue.removeFirst(dueAt: .milliseconds(999)) == nil)
    #expect(queue.removeFirst(dueAt: .seconds(1))?.sleeper == "first")
    #expect(queue.removeFirst(dueAt: .seconds(1)) == nil)
  }

  @Test func memoryIsThatOfTheMostAtATime() {
    var queue = SleeperQueue<Int>()
    for index in 0..<Self.many {
      let tickets = (0..<3).map { queue.add(index, deadline: .seconds($0)) }
      _ = queue.removeFirst(dueAt: .farthest)
      for ticket in tickets { _ = queue.remove(ticket) }
    }
    #expect(queue.count == 0)
    #expect(queue.capacityInUse == 3)
  }
}
