// SPDX-License-Identifier: MIT

/// Elements that wait for a deadline, ordered by deadline, then by ticket. Each operation takes O(log n) comparisons.
///
/// The tickets are in a binary heap. A ticket that is removed from the middle stays until it is the first, or until half of the
/// heap was removed: the heap has at most twice as many tickets as there are elements.
struct SleeperQueue<Deadline: Comparable & Sendable, Sleeper: Sendable>: Sendable {
  private struct Entry: Sendable {
    var deadline: Deadline
    var ticket: UInt64

    func isBefore(_ other: Entry) -> Bool {
      deadline == other.deadline ? ticket < other.ticket : deadline < other.deadline
    }
  }

  private var sleepers: [UInt64: Sleeper] = [:]
  private var heap: [Entry] = []
  private(set) var lastTicket: UInt64 = 0

  var count: Int { sleepers.count }
  var heapCount: Int { heap.count }
  /// The first entry of the heap is never a removed one.
  var earliestDeadline: Deadline? { heap.first?.deadline }

  /// Returns a unique ticket, for an element that is added later.
  mutating func makeTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }

  @inline(never)
  mutating func add(_ sleeper: Sleeper, ticket: UInt64, deadline: Deadline) {
    sleepers[ticket] = sleeper
    push(Entry(deadline: deadline, ticket: ticket))
  }

  /// Removes an element, if it is there.
  @inline(never)
  mutating func remove(_ ticket: UInt64) -> Sleeper? {
    guard let sleeper = sleepers.removeValue(forKey: ticket) else { return nil }
    if heap.count > 2 * sleepers.count {
      let all = heap
      heap.removeAll(keepingCapacity: true)
      for entry in all where sleepers[entry.ticket] != nil { push(entry) }
    }
    discardRemoved()
    return sleeper
  }

  /// Removes the first element, if its deadline isn't later.
  @inline(never)
  mutating func removeFirst(dueAt deadline: Deadline) -> (
    sleeper: Sleeper, deadline: Deadline, ticket: UInt64
  )? {
    guard let first = heap.first, first.deadline <= deadline,
      let sleeper = sleepers.removeValue(forKey: first.ticket)
    else { return nil }
    pop()
    discardRemoved()
    return (sleeper, first.deadline, first.ticket)
  }

  /// Removes all elements of which a closure returns `true`, and returns them in the order of their tickets.
  mutating func removeAll(where isRemoved: (_ ticket: UInt64, _ sleeper: Sleeper) -> Bool) -> [Sleeper] {
    let tickets = sleepers.filter { isRemoved($0.key, $0.value) }.keys.sorted()
    return tickets.compactMap { remove($0) }
  }

  @inline(never)
  private mutating func discardRemoved() {
    while let first = heap.first, sleepers[first.ticket] == nil { pop() }
  }

  @inline(never)
  private mutating func push(_ entry: Entry) {
    heap.append(entry)
    var place = heap.count - 1
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inline(never)
  private mutating func pop() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(heap[place]) else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}
