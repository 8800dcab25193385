// SPDX-License-Identifier: MIT

/// All orders in which the tasks of the starting world can run, from the simplest on.
///
/// An order is the list of choices that weren't the first. Those that add one more to a run's list, after its last, are
/// that run's followers: so each order comes up once, and those with fewer switches come first. Last come those in which no task is
/// expected to enter an actor before another task in a way that is new: an entry is known by what came before it, in its task and in
/// its actor (the races of Flanagan and Godefroid, 2005).
///
/// Where tasks share only actors, those are left out that come to a state in which another order was.
struct Orders: Sendable {
  struct Order: Sendable {
    /// Those of the run that it follows, and the one more.
    fileprivate var others: Schedule
    fileprivate var added: (index: Int, value: Int)
    /// What the run that it follows did until the choice that is added.
    var prefix: UInt64?
    /// How the task that goes on in place of another was expected to enter an actor.
    fileprivate var expected: EntryPath.Other?

    var schedule: Schedule { others.adding(added.index, added.value) }
  }

  /// Those that wait, by the number of their switches.
  private struct Queue: Sendable {
    private var rows: [ArraySlice<Order>] = []
    private(set) var count = 0

    /// How many switches the next one has.
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
  /// How many were run, by the number of their switches.
  private var counts: [Int] = []
  /// Those that enter actors as no other does, and all others.
  private var first = Queue()
  private var last = Queue()
  private static let entryLimit = 1_000_000
  /// The entries of runs, and of what waits.
  private var entries: Set<UInt64> = []
  /// Steps that didn't enter the actor as expected when they came earlier: for example, if the task still waits for another one.
  private var missed: Set<UInt64> = []
  /// Those that only repeat others, if tasks share only actors; and the states from which others were made.
  private var repeating: [Order] = []
  private var states: Set<UInt64> = []
  /// Whether such orders are left out: the test says that its tasks share only actors, and no run showed otherwise.
  private(set) var leavesOutRepeating: Bool
  /// The different orders of the actors' calls, and of how many actors.
  private(set) var calls: Set<UInt64> = []
  private(set) var actorCount = 0
  /// How many switches those had at least that aren't remembered, because they were too many.
  private var forgotten = Int.max
  /// How many switches those have at least that Swift has and that no choice makes.
  private var omitted = Int.max

  init(leavingOutRepeating: Bool = false) { leavesOutRepeating = leavingOutRepeating }

  /// How many were left out.
  var repeatingCount: Int { repeating.count }

  private var isFull: Bool { first.count + last.count >= Orders.limit }

  /// How many were run.
  var count: Int { counts.reduce(0, +) }

  /// Whether all that choices make were run.
  var areExhausted: Bool { count > 0 && first.count + last.count == 0 && forgotten == .max }

  /// Whether all that Swift has were run.
  var areComplete: Bool { areExhausted && omitted == .max }

  /// Whether those that come next are more than may soon be run.
  var areMany: Bool { (first.count > 0 ? first : last).count > 64 }

  /// Up to how many switches between tasks all orders were run, and how many these are; `nil` if only the first was.
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

  /// Whether an entry comes as in no order before. What isn't known may be.
  private mutating func isNew(_ expected: EntryPath.Other?) -> Bool {
    guard let expected else { return true }
    return !missed.contains(expected.step) && expected.entry.map { entries.insert($0).inserted } ?? true
  }

  /// - Parameter order: What the run was to be; `nil` for the first.
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
    // Beyond the limit all count as different.
    var path =
      isFull || entries.count >= Orders.entryLimit
      ? nil : outcome.actorLog.map { EntryPath($0, outcome.lineages) }
    if let path {
      entries.formUnion(path.entries)
      if let expected = order?.expected, let entry = expected.entry, !path.entries.contains(entry) {
        missed.insert(expected.step)
      }
    }
    let states = path == nil || !leavesOutRepeating ? nil : outcome.actorLog.map { RunStates($0, outcome) }
    if let states { calls.insert(states.calls) }
    actorCount = max(actorCount, outcome.actorLog?.actorCount ?? 0)
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
