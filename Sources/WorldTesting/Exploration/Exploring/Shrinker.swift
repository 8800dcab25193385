// SPDX-License-Identifier: MIT

/// Finds the smallest input that fails like the given one.
///
/// First, each dimension is reset to the starting world as a whole. Then what is left of each is reset in parts, by
/// delta debugging (Zeller and Hildebrandt, 2002), until nothing more can be removed. Then random numbers are made
/// smaller, and orders with fewer switches between tasks are tried. A candidate counts only if it was run and failed in
/// the same way. Shrinking is limited in runs and in time. Unless the time runs out, its result is always the same.
struct Shrinker {
  private(set) var smallest: RunOutcome
  private(set) var runs = 0
  /// The input whose random numbers are as small as they can be, or remain those of the starting world.
  private var inputOfNumbers: RunInput?
  /// The maximum number of orders to try when nothing else makes the input smaller.
  private static let mostOrders = 500
  /// The maximum number of random numbers in a smallest input.
  private static let mostNumbers = 64
  private let limit: Int
  private let shrinksNumbers: Bool
  /// Whether orders may differ.
  private let triesOrders: Bool
  private let isOutOfTime: () -> Bool
  private var tried: Set<RunInput> = []
  /// The inputs without switches whose orders were tried.
  private var starts: Set<RunInput> = []

  init(
    _ failing: RunOutcome, limit: Int, shrinksNumbers: Bool = true, triesOrders: Bool = true,
    isOutOfTime: @escaping () -> Bool = { false }
  ) {
    smallest = failing
    self.limit = limit
    self.shrinksNumbers = shrinksNumbers
    self.triesOrders = triesOrders
    self.isOutOfTime = isOutOfTime
    tried.insert(failing.input)
  }

  /// - Parameter run: Runs an input.
  mutating func shrink(_ run: (RunInput) -> RunOutcome) {
    var before: RunInput
    repeat {
      before = smallest.input
      _ = attempt(RunInput(), run)
      for dimension in DimensionDefinition.all where dimension.differs(smallest.input) {
        var candidate = smallest.input
        dimension.clear(&candidate)
        _ = attempt(candidate, run)
      }
      reduce(\.schedule.switches, run)
      for row in rows { reduce(row.appending(path: \.entries), run) }
      simplify(run)
      shrinkNumbers(run)
    } while (smallest.input != before || findFewerChoices(run)) && !isCutShort
  }

  /// Whether shrinking was stopped by its limits.
  var isCutShort: Bool { runs >= limit || isOutOfTime() }

  /// Returns an input's run if it fails in the same way; `nil` also if no run is left, or the input was tried before.
  private mutating func outcome(of input: RunInput, _ run: (RunInput) -> RunOutcome) -> RunOutcome? {
    guard !isCutShort, tried.insert(input).inserted else { return nil }
    return failing(run(input))
  }

  /// Counts a run, and returns it if it fails in the same way.
  private mutating func failing(_ outcome: RunOutcome) -> RunOutcome? {
    runs += 1
    // Beyond the limit, not all random numbers are noted.
    if outcome.input.randomNumbers?.count ?? 0 > RandomNumbers.limit { return nil }
    return outcome.failure != nil && outcome.failure?.identity == smallest.failure?.identity ? outcome : nil
  }

  /// Runs a candidate, and keeps it if it fails in the same way.
  private mutating func attempt(_ input: RunInput, _ run: (RunInput) -> RunOutcome) -> Bool {
    outcome(of: input, run).map { take($0) } ?? false
  }

  /// Keeps a failing run if it is smaller.
  private mutating func take(_ outcome: RunOutcome) -> Bool {
    guard Shrinker.weight(outcome.input) < Shrinker.weight(smallest.input) else { return false }
    tried.insert(outcome.input)
    smallest = outcome
    return true
  }

  /// Returns how much an input differs from the starting world. A run that is cut short may make other choices than
  /// planned, and mustn't count as smaller if it isn't.
  private static func weight(_ input: RunInput) -> (Int, Int, Int) {
    let differing = DimensionDefinition.all.filter { $0.differs(input) }
    let entries =
      differing.flatMap { $0.rows(input) }.flatMap { input[keyPath: $0].entries.map { $0.index + $0.value } }
      + input.schedule.switches.map { $0.index + $0.value }
    return (differing.count, entries.count, entries.reduce(0, +))
  }

  private var rows: [WritableKeyPath<RunInput, Choices>] {
    DimensionDefinition.all.flatMap { $0.rows(smallest.input) }
  }

  /// Removes choices from a row, in halves, quarters and so on down to one at a time; then makes those that are left
  /// smaller.
  private mutating func reduce<Choice: PlacedChoice>(
    _ row: WritableKeyPath<RunInput, [Choice]>, _ run: (RunInput) -> RunOutcome
  ) {
    var size = max(1, smallest.input[keyPath: row].count / 2)
    while !smallest.input[keyPath: row].isEmpty, !isCutShort {
      var hasShrunk = false
      var start = 0
      while start < smallest.input[keyPath: row].count {
        var candidate = smallest.input
        let end = min(start + size, candidate[keyPath: row].count)
        candidate[keyPath: row].removeSubrange(start..<end)
        if attempt(candidate, run) { hasShrunk = true } else { start += size }
      }
      if size == 1, !hasShrunk { break }
      size = max(1, size / 2)
    }
    for number in smallest.input[keyPath: row].indices {
      guard number < smallest.input[keyPath: row].count else { break }
      let choice = smallest.input[keyPath: row][number]
      for smaller in 1..<max(choice.value, 1) {
        var candidate = smallest.input
        candidate[keyPath: row][number] = Choice(index: choice.index, value: smaller)
        if attempt(candidate, run) { break }
      }
    }
  }

  /// Tries orders with fewer switches between tasks than there are choices, then with fewer switches than now, and then
  /// one switch in place of two: a choice that one failing run needs may be absent from another.
  ///
  /// - Returns: Whether one of them fails in the same way.
  private mutating func findFewerChoices(_ run: (RunInput) -> RunOutcome) -> Bool {
    if !triesOrders { return false }
    var (plain, ordered) = (smallest.input, smallest.input)
    var count = 0
    for row in rows {
      count += plain[keyPath: row].entries.count
      plain[keyPath: row] = Choices()
    }
    let switches = ordered.schedule.switches.count
    count += switches
    (plain.schedule, ordered.schedule) = (Schedule(), Schedule())
    let end = runs + Shrinker.mostOrders
    return findOrder(from: plain, most: count - 1, end, run)
      || plain != ordered && findOrder(from: ordered, most: switches - 1, end, run)
      || replaceTwo(end, run)
  }

  /// Tries one switch in place of two that follow each other. Among many switches, one less makes no difference to the reader.
  private mutating func replaceTwo(_ end: Int, _ run: (RunInput) -> RunOutcome) -> Bool {
    let (entries, limits) = (smallest.input.schedule.switches, smallest.limits)
    if entries.count > 20 { return false }
    for place in entries.indices.dropLast() {
      let start = place > 0 ? entries[place - 1].index + 1 : 0
      let next = place + 2 < entries.count ? entries[place + 2].index : limits.count
      for index in limits.indices where start..<next ~= index {
        for value in 1..<limits[index] {
          if isCutShort || runs >= end { return false }
          var candidate = smallest.input
          candidate.schedule.switches.replaceSubrange(
            place...place + 1, with: [Schedule.Switch(index: index, value: value)])
          if attempt(candidate, run) { return true }
        }
      }
    }
    return false
  }

  /// Tries the orders with one switch, and then those with two.
  ///
  /// - Parameters:
  ///   - start: An input without switches.
  ///   - most: The maximum number of switches.
  ///   - end: The number of runs after which the search is given up.
  private mutating func findOrder(
    from start: RunInput, most: Int, _ end: Int, _ run: (RunInput) -> RunOutcome
  ) -> Bool {
    guard most > 0, !isCutShort, runs < end, starts.insert(start).inserted else { return false }
    let first = run(start)
    if failing(first).map({ take($0) }) == true { return true }
    var found = [(input: start, limits: first.limits)]
    for _ in 0..<min(most, 2) {
      let shorter = found
      found = []
      for (input, limits) in shorter {
        for index in limits.indices.dropFirst((input.schedule.switches.last?.index ?? -1) + 1) {
          for value in 1..<limits[index] {
            if isCutShort || runs >= end { return false }
            var longer = input
            longer.schedule = input.schedule.adding(index, value)
            let outcome = run(longer)
            if failing(outcome).map({ take($0) }) == true { return true }
            found.append((longer, outcome.limits))
          }
        }
      }
    }
    return false
  }

  /// Replaces each value of the world by the first simpler one with which the run still fails in the same way.
  private mutating func simplify(_ run: (RunInput) -> RunOutcome) {
    for simpler in DimensionDefinition.all.flatMap(\.simpler) {
      for candidate in simpler(smallest.input) {
        guard let outcome = outcome(of: candidate, run) else { continue }
        smallest = outcome
        break
      }
    }
  }

  /// Makes the random numbers that the run read smaller, unless it fails both with the starting world's and with the lowest.
  private mutating func shrinkNumbers(_ run: (RunInput) -> RunOutcome) {
    guard shrinksNumbers, 1...RandomNumbers.limit ~= smallest.randomNumbers.count,
      smallest.input != inputOfNumbers
    else { return }
    inputOfNumbers = smallest.input
    let before = smallest
    if smallest.input.randomNumbers == nil {
      let isOfStart = smallest.input.randomSeed == nil
      var candidate = smallest.input
      (candidate.randomSeed, candidate.randomNumbers) = (nil, [])
      let lowest = outcome(of: candidate, run)
      if isOfStart, lowest != nil || isCutShort { return }
      candidate.randomNumbers = smallest.randomNumbers
      guard let failing = lowest ?? outcome(of: candidate, run) else { return }
      smallest = failing
    }
    var shrinker = ValueShrinker(smallest.randomNumbers)
    shrinker.shrink { numbers in
      if isCutShort { return nil }
      var input = smallest.input
      input.randomNumbers = numbers
      let outcome = run(input)
      let fails = failing(outcome) != nil
      if fails, outcome.randomNumbers.isSmaller(than: smallest.randomNumbers) { smallest = outcome }
      return ValueShrinker.Attempt(numbers: outcome.randomNumbers, fails: fails)
    }
    // A seed says more than many numbers, in a shorter token.
    if before.input.randomNumbers == nil, smallest.randomNumbers.count > Shrinker.mostNumbers {
      smallest = before
    }
    inputOfNumbers = smallest.input
  }
}
