/// All orders in which the tasks of the starting world can run, from the simplest on.
///
/// An order is the list of choices that weren't the first. Those that add one more to a run's list, after its last, are
/// that run's followers: so each order comes up once, and those with fewer switches come first. Last come those that enter the
/// actors as another order did, and differ from it only in steps of different actors, and of none: the partial order of a run's
/// entries is remembered (Musuvathi and Qadeer, 2007), and not its sequence of steps.
struct Orders: Sendable {
  struct Order: Sendable {
    /// Those of the run that it follows, and the one more.
    fileprivate var others: Schedule
    fileprivate var added: (index: Int, value: Int)
    /// What the run that it follows did until the choice that is added.
    var prefix: UInt64?

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
  /// The partial orders of runs, and of what waits: each a set of entries, as a number.
  private var entries: Set<UInt64> = []
  /// How many switches those had at least that aren't remembered, because they were too many.
  private var forgotten = Int.max
  /// How many switches those have at least that Swift has and that no choice makes.
  private var omitted = Int.max

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
    let switches = min(first.switches, last.switches, forgotten, omitted, counts.count) - 1
    return switches > 0 ? (switches, counts[...switches].reduce(0, +)) : nil
  }

  mutating func next() -> Order? { first.next() ?? last.next() }

  mutating func note(_ outcome: RunOutcome) {
    let choices = outcome.input.schedule.switches
    while counts.count <= choices.count { counts.append(0) }
    counts[choices.count] += 1
    if outcome.omitsOrders { omitted = min(omitted, choices.count + 1) }
    // Beyond the limit all count as different.
    var path = isFull || entries.count >= Orders.entryLimit ? nil : outcome.actorLog.map { EntryPath($0) }
    if let path { entries.formUnion(path.hashes) }
    for index in outcome.limits.indices.dropFirst((choices.last?.index ?? -1) + 1) {
      let others = path?.others(at: index)
      for value in 1..<outcome.limits[index] {
        if isFull {
          forgotten = min(forgotten, choices.count + 1)
          return
        }
        let order = Order(
          others: outcome.input.schedule, added: (index, value),
          prefix: index < outcome.prefixes.count ? outcome.prefixes[index] : nil)
        // What isn't known may be new.
        let isNew = others?[value - 1].map { entries.insert($0).inserted } ?? true
        if isNew { first.append(order) } else { last.append(order) }
      }
    }
  }
}
