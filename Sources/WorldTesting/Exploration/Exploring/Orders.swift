// SPDX-License-Identifier: MIT

/// All orders in which the tasks of the starting world can run, the simplest first.
///
/// An order is a list of switches: choices that weren't the first. The orders that add one switch after a run's last
/// one follow that run. So each order comes up once, and orders with fewer switches come first. Last come those in
/// which no task is expected to enter an actor before another task in a new way. An entry is identified by what came
/// before it, in its task and in its actor (the races of Flanagan and Godefroid, 2005).
///
/// If tasks share only actors, orders that reach a state of another order are left out.
struct Orders: Sendable {
  struct Order: Sendable {
    /// The switches of the run that it follows, and the added one.
    fileprivate var others: Schedule
    fileprivate var added: (index: Int, value: Int)
    /// The trace of the run that it follows, up to the added choice.
    var prefix: UInt64?
    /// The expected entry of the task that goes on in place of another.
    fileprivate var expected: EntryPath.Other?

    var schedule: Schedule { others.adding(added.index, added.value) }
  }

  /// The orders that wait to be run, by the number of their switches.
  private struct Queue: Sendable {
    private var rows: [ArraySlice<Order>] = []
    private(set) var count = 0

    /// The number of switches of the next order.
    var switches: Int { rows.firstIndex { !$0.isEmpty } ?? .max }

    mutating func append(_ order: Order) {
      let switches = order.others.switches.count + 1
      while rows.count <= switches { rows.append([]) }
      rows[switches].append(order)
      count += 1
    }

    mutating func next() -> Order? {
      guard count > 0 else { return nil }
      count -= 1
      return rows[switches].removeFirst()
    }
  }

  private static let limit = 20_000
  /// The numbers of orders that were run, by the number of their switches.
  private var counts: [Int] = []
  /// The orders that enter actors in a new way, and all others.
  private var first = Queue()
  private var last = Queue()
  private static let entryLimit = 1_000_000
  /// The entries of runs, and those expected of waiting orders.
  private var entries: Set<UInt64> = []
  /// Steps that didn't enter the actor as expected when they came earlier: for example, if the task still waits for another one.
  private var missed: Set<UInt64> = []
  /// The orders that only repeat others if tasks share only actors, and the states from which orders were made.
  private var repeating: [Order] = []
  private var states: Set<UInt64> = []
  /// Whether such orders are left out: the test says that its tasks share only actors, and no run showed otherwise.
  private(set) var leavesOutRepeating: Bool
  /// The different orders of the actors' calls, and the number of actors.
  private(set) var calls: Set<UInt64> = []
  private(set) var actorCount = 0
  /// The smallest number of switches of an order that was dropped because there were too many.
  private var forgotten = Int.max
  /// The smallest number of switches of an order that Swift has and that no choice makes.
  private var omitted = Int.max

  init(leavingOutRepeating: Bool = false) { leavesOutRepeating = leavingOutRepeating }

  /// The number of orders that were left out.
  var repeatingCount: Int { repeating.count }

  /// Whether the entries of further runs make a difference.
  var readEntries: Bool { !isFull || leavesOutRepeating }

  private var isFull: Bool { first.count + last.count >= Orders.limit }

  /// The number of orders that were run.
  var count: Int { counts.reduce(0, +) }

  /// Whether all orders that choices make were run.
  var areExhausted: Bool { count > 0 && first.count + last.count == 0 && forgotten == .max }

  /// Whether all orders that Swift has were run.
  var areComplete: Bool { areExhausted && omitted == .max }

  /// Whether there are more orders to come than can be run soon.
  var areMany: Bool { (first.count > 0 ? first : last).count > 64 }

  /// The number of switches up to which all orders were run, and the number of these orders; `nil` if only the first was run.
  var complete: (switches: Int, count: Int)? {
    if !repeating.isEmpty { return nil }
    let switches = min(first.switches, last.switches, forgotten, omitted, counts.count) - 1
    return switches > 0 ? (switches, counts[...switches].reduce(0, +)) : nil
  }

  mutating func next() -> Order? {
    while let order = first.next() {
      if order.expected.map({ missed.contains($0.step) }) != true { return order }
      last.append(order)
    }
    return last.next()
  }

  /// Returns whether an expected entry is new. One that isn't known may be.
  private mutating func isNew(_ expected: EntryPath.Other?) -> Bool {
    guard let expected else { return true }
    return !missed.contains(expected.step) && expected.entry.map { entries.insert($0).inserted } ?? true
  }

  /// - Parameter order: The order that was planned for the run; `nil` for the first.
  mutating func note(_ outcome: RunOutcome, of order: Order? = nil) {
    if leavesOutRepeating, outcome.sharesMoreThanActors {
      leavesOutRepeating = false
      for order in repeating { last.append(order) }
      repeating = []
    }
    let choices = outcome.input.schedule.switches
    while counts.count <= choices.count { counts.append(0) }
    counts[choices.count] += 1
    if outcome.omitsOrders { omitted = min(omitted, choices.count + 1) }
    let steps = outcome.entries
    // Beyond the limit, all orders count as different.
    let path =
      isFull || entries.count >= Orders.entryLimit
      ? nil : steps.map { EntryPath($0, outcome.lineages) }
    if let path {
      entries.formUnion(path.entries)
      if let expected = order?.expected, let entry = expected.entry, !path.entries.contains(entry) {
        missed.insert(expected.step)
      }
    }
    let states = path == nil || !leavesOutRepeating ? nil : steps.map { RunStates($0, outcome) }
    if let states { calls.insert(states.calls) }
    actorCount = max(actorCount, steps?.actorCount ?? 0)
    for index in outcome.limits.indices.dropFirst((choices.last?.index ?? -1) + 1) {
      let others = path?.others(at: index)
      let isRepeating =
        states.map { $0.isIndependent[index] || !self.states.insert($0.keys[index]).inserted } ?? false
      for value in 1..<outcome.limits[index] {
        if isFull {
          forgotten = min(forgotten, choices.count + 1)
          return
        }
        let order = Order(
          others: outcome.input.schedule, added: (index, value),
          prefix: index < outcome.prefixes.count ? outcome.prefixes[index] : nil, expected: others?[value - 1]
        )
        if isRepeating, repeating.count < Orders.limit {
          repeating.append(order)
          continue
        }
        if isNew(order.expected) { first.append(order) } else { last.append(order) }
      }
    }
  }
}
