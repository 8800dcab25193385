// SPDX-License-Identifier: MIT

/// All orders in which the tasks of the starting world can run, the simplest first.
///
/// An order is a list of switches: choices that weren't the first. The orders that add one switch after a run's last
/// one follow that run. So each order comes up once, and orders with fewer switches come first.
///
/// If tasks share only actors, orders that reach a state of another order are left out.
struct Orders: Sendable {
  struct Order: Sendable {
    /// The switches of the run that it follows, and the added one.
    fileprivate var others: Schedule
    fileprivate var added: (index: Int, value: Int)
    /// The trace of the run that it follows, up to the added choice.
    var prefix: UInt64?

    var schedule: Schedule { others.adding(added.index, added.value) }
  }

  private static let limit = 20_000
  /// The numbers of orders that were run, by the number of their switches.
  private var counts: [Int] = []
  /// The orders that wait to be run, by the number of their switches.
  private var waiting: [ArraySlice<Order>] = []
  private var waitingCount = 0
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

  /// The number of orders that were run.
  var count: Int { counts.reduce(0, +) }

  /// Whether all orders that choices make were run.
  var areExhausted: Bool { count > 0 && waitingCount == 0 && forgotten == .max }

  /// Whether all orders that Swift has were run.
  var areComplete: Bool { areExhausted && omitted == .max }

  /// Whether there are more orders to come than can be run soon.
  var areMany: Bool { waitingCount > 64 }

  /// The number of switches up to which all orders were run, and the number of these orders; `nil` if only the first was run, or orders
  /// were left out.
  var complete: (switches: Int, count: Int)? {
    if !repeating.isEmpty { return nil }
    let switches = min(nextSwitches, forgotten, omitted, counts.count) - 1
    return switches > 0 ? (switches, counts[...switches].reduce(0, +)) : nil
  }

  /// The number of switches of the next order.
  private var nextSwitches: Int { waiting.firstIndex { !$0.isEmpty } ?? .max }

  mutating func next() -> Order? {
    guard waitingCount > 0 else { return nil }
    waitingCount -= 1
    return waiting[nextSwitches].removeFirst()
  }

  private mutating func append(_ order: Order) {
    let switches = order.others.switches.count + 1
    while waiting.count <= switches { waiting.append([]) }
    waiting[switches].append(order)
    waitingCount += 1
  }

  mutating func note(_ outcome: RunOutcome) {
    if leavesOutRepeating, outcome.sharesMoreThanActors {
      leavesOutRepeating = false
      for order in repeating { append(order) }
      repeating = []
    }
    let choices = outcome.input.schedule.switches
    while counts.count <= choices.count { counts.append(0) }
    counts[choices.count] += 1
    if outcome.omitsOrders { omitted = min(omitted, choices.count + 1) }
    let states = leavesOutRepeating ? RunStates(outcome) : nil
    if let states {
      calls.insert(states.calls)
      actorCount = max(actorCount, states.actorCount)
    }
    for index in outcome.limits.indices.dropFirst((choices.last?.index ?? -1) + 1) {
      let isRepeating =
        states.map { $0.isIndependent[index] || !self.states.insert($0.keys[index]).inserted } ?? false
      for value in 1..<outcome.limits[index] {
        // Beyond the limit, all orders count as different.
        if waitingCount >= Orders.limit {
          forgotten = min(forgotten, choices.count + 1)
          return
        }
        let order = Order(
          others: outcome.input.schedule, added: (index, value),
          prefix: index < outcome.prefixes.count ? outcome.prefixes[index] : nil)
        if isRepeating, repeating.count < Orders.limit { repeating.append(order) } else { append(order) }
      }
    }
  }
}
