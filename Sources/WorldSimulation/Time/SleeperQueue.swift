import World

/// Who is asleep, ordered by deadline, then by registration: a binary heap whose elements know their places, so
/// that one in the middle is found, too. To add, to remove and to take the first cost O(log n) comparisons each;
/// memory is that of the most that ever were in it at a time.
struct SleeperQueue<Sleeper: Sendable>: Sendable {
  /// Names an element from when it is added; never used again.
  struct Ticket: Sendable, Hashable {
    fileprivate var slot: Int
    fileprivate var number: UInt64
  }

  private struct Entry: Sendable {
    var deadline: Duration
    var number: UInt64
    var slot: Int
    var sleeper: Sleeper
  }

  /// The heap.
  private var entries: [Entry] = []
  /// Where in the heap the entry of a slot stands.
  private var places: [Int] = []
  private var freeSlots: [Int] = []
  private var lastNumber: UInt64 = 0

  /// How often two entries were compared: what the order has cost.
  private(set) var comparisons = 0

  var count: Int { entries.count }
  var capacityInUse: Int { places.count }
  var earliestDeadline: Duration? { entries.first?.deadline }

  mutating func add(_ sleeper: Sleeper, deadline: Duration) -> Ticket {
    let slot = freeSlots.popLast() ?? places.count
    if slot == places.count { places.append(0) }
    lastNumber += 1
    entries.append(Entry(deadline: deadline, number: lastNumber, slot: slot, sleeper: sleeper))
    places[slot] = entries.count - 1
    rise(from: entries.count - 1)
    return Ticket(slot: slot, number: lastNumber)
  }

  /// Removes an element, unless it left before.
  mutating func remove(_ ticket: Ticket) -> Sleeper? {
    let place = places[ticket.slot]
    guard place < entries.count, entries[place].number == ticket.number else { return nil }
    return remove(at: place)
  }

  /// Removes the first element, if it is due at a deadline.
  mutating func removeFirst(dueAt deadline: Duration) -> (sleeper: Sleeper, deadline: Duration)? {
    guard let first = entries.first, first.deadline <= deadline else { return nil }
    return (remove(at: 0), first.deadline)
  }

  private mutating func remove(at place: Int) -> Sleeper {
    swap(place, entries.count - 1)
    let entry = entries.removeLast()
    freeSlots.append(entry.slot)
    if place < entries.count {
      rise(from: place)
      sink(from: place)
    }
    return entry.sleeper
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, isBefore(place, (place - 1) / 2) {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count && isBefore(child, first) {
        first = child
      }
      if first == place { return }
      swap(place, first)
      place = first
    }
  }

  private mutating func isBefore(_ a: Int, _ b: Int) -> Bool {
    comparisons += 1
    return (entries[a].deadline, entries[a].number) < (entries[b].deadline, entries[b].number)
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    entries.swapAt(a, b)
    places[entries[a].slot] = a
    places[entries[b].slot] = b
  }
}
