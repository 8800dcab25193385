/// Finds the smallest input that fails as the given one does.
///
/// First each dimension goes back to the starting world as a whole, then what is left of each goes back in parts, by
/// delta debugging (Zeller and Hildebrandt, 2002), until nothing more can go. Then its random numbers are made smaller. A
/// candidate counts only if it was run and failed in the same way. It is bounded in runs and in time, and within the time the
/// same each time.
struct Shrinker {
  private(set) var smallest: RunOutcome
  private(set) var runs = 0
  /// The input whose random numbers were made as small as they can be, or stay those of the starting world.
  private var inputOfNumbers: RunInput?
  /// How many orders of tasks are tried at most when nothing else makes the input smaller.
  private static let mostOrders = 500
  /// How many random numbers a smallest input has at most.
  private static let mostNumbers = 64
  private let limit: Int
  private let shrinksNumbers: Bool
  private let isOutOfTime: () -> Bool
  private var tried: Set<RunInput> = []

  init(
    _ failing: RunOutcome, limit: Int, shrinksNumbers: Bool = true,
    isOutOfTime: @escaping () -> Bool = { false }
  ) {
    smallest = failing
    self.limit = limit
    self.shrinksNumbers = shrinksNumbers
    self.isOutOfTime = isOutOfTime
    tried.insert(failing.input)
  }

  /// - Parameters:
  ///   - following: Runs an input with the tasks in an order, as far as that is possible.
  ///   - run: Runs an input.
  mutating func shrink(
    following: ((RunInput, [Int]) -> RunOutcome)? = nil, _ run: (RunInput) -> RunOutcome
  ) {
    var before: RunInput
    repeat {
      before = smallest.input
      _ = attempt(RunInput(), run)
      for dimension in DimensionDefinition.all where dimension.differs(smallest.input) {
        var candidate = smallest.input
        dimension.clear(&candidate)
        _ = attempt(candidate, run)
      }
      if let following { joinTurns(following) }
      for row in rows { reduce(row, run) }
      moveChoices(run)
      simplify(run)
      shrinkNumbers(run)
    } while (smallest.input != before || findFewerSwitches(run)) && !isCutShort
  }

  /// Whether it was stopped by its bounds.
  var isCutShort: Bool { runs >= limit || isOutOfTime() }

  /// An input's run, if there is one left and the input wasn't tried before.
  private mutating func outcome(of input: RunInput, _ run: (RunInput) -> RunOutcome) -> RunOutcome? {
    guard !isCutShort, tried.insert(input).inserted else { return nil }
    return failing(run(input))
  }

  /// Counts a run, and returns it if it fails in the same way.
  private mutating func failing(_ outcome: RunOutcome) -> RunOutcome? {
    runs += 1
    // Of more random numbers, not all are noted.
    if outcome.input.randomNumbers?.count ?? 0 > RandomNumbers.limit { return nil }
    return outcome.failure != nil && outcome.failure?.identity == smallest.failure?.identity ? outcome : nil
  }

  /// Runs a candidate, and takes it if it fails in the same way.
  private mutating func attempt(_ input: RunInput, _ run: (RunInput) -> RunOutcome) -> Bool {
    outcome(of: input, run).map { take($0) } ?? false
  }

  /// Takes a failing run if it is smaller.
  private mutating func take(_ outcome: RunOutcome) -> Bool {
    guard Shrinker.weight(outcome.input) < Shrinker.weight(smallest.input) else { return false }
    tried.insert(outcome.input)
    smallest = outcome
    return true
  }

  /// How much an input differs from the starting world. A run that is cut short may take other choices than were planned,
  /// and must not be taken for smaller if it isn't.
  private static func weight(_ input: RunInput) -> (Int, Int, Int) {
    let differing = DimensionDefinition.all.filter { $0.differs(input) }
    let entries = differing.flatMap { $0.rows(input) }.flatMap { input[keyPath: $0].entries }
    return (differing.count, entries.count, entries.reduce(0) { $0 + $1.index + $1.value })
  }

  private var rows: [WritableKeyPath<RunInput, Choices>] {
    DimensionDefinition.all.flatMap { $0.rows(smallest.input) }
  }

  /// Removes choices from a row, in halves, quarters and so on down to one at a time; then makes those that are left
  /// smaller.
  private mutating func reduce(_ row: WritableKeyPath<RunInput, Choices>, _ run: (RunInput) -> RunOutcome) {
    var size = max(1, smallest.input[keyPath: row].entries.count / 2)
    while !smallest.input[keyPath: row].isEmpty, !isCutShort {
      var hasShrunk = false
      var start = 0
      while start < smallest.input[keyPath: row].entries.count {
        var candidate = smallest.input
        let end = min(start + size, candidate[keyPath: row].entries.count)
        candidate[keyPath: row].entries.removeSubrange(start..<end)
        if attempt(candidate, run) { hasShrunk = true } else { start += size }
      }
      if size == 1, !hasShrunk { break }
      size = max(1, size / 2)
    }
    for index in smallest.input[keyPath: row].entries.indices {
      guard index < smallest.input[keyPath: row].entries.count else { break }
      let value = smallest.input[keyPath: row].entries[index].value
      for smaller in 1..<max(value, 1) {
        var candidate = smallest.input
        candidate[keyPath: row].entries[index].value = smaller
        if attempt(candidate, run) { break }
      }
    }
  }

  /// Joins turns: what a task does in some of its steps, until another goes on, is done at once with what it does in its next
  /// turn, or its last. So two switches are left out together, of which neither could be left out alone: a choice counts from the
  /// beginning, and after another one it is another.
  private mutating func joinTurns(_ run: (RunInput, [Int]) -> RunOutcome) {
    var place = 0
    while !smallest.input.schedule.isEmpty, !isCutShort {
      let turns = smallest.order.turns
      guard place < turns.count else { return }
      let turn = turns[place]
      var hasShrunk = false
      if let next = turns[(place + 1)...].firstIndex(where: { $0.first == turn.first }) {
        var (later, earlier) = (turns, turns)
        later.insert(later.remove(at: place), at: next - 1)
        earlier.insert(earlier.remove(at: next), at: place + 1)
        for candidate in [earlier, later] where !hasShrunk && !isCutShort {
          var input = smallest.input
          input.schedule = Choices()
          hasShrunk = failing(run(input, candidate.flatMap { $0 })).map { take($0) } ?? false
        }
      }
      if !hasShrunk { place += 1 }
    }
  }

  /// Tries the orders with one switch between tasks, and then those with two, if there are more: what can't be left out of one
  /// failing run may not be in another.
  ///
  /// - Returns: Whether one of them fails in the same way.
  private mutating func findFewerSwitches(_ run: (RunInput) -> RunOutcome) -> Bool {
    let count = smallest.input.schedule.entries.count
    if count < 2 || isCutShort { return false }
    var start = smallest.input
    start.schedule = Choices()
    let end = runs + Shrinker.mostOrders
    runs += 1
    var found = [(input: start, limits: run(start).limits)]
    for _ in 1..<min(count, 3) {
      let shorter = found
      found = []
      for (input, limits) in shorter {
        for index in (input.schedule.entries.last.map { $0.index + 1 } ?? 0)..<limits.count {
          for value in 1..<limits[index] {
            if isCutShort || runs >= end { return false }
            var longer = input
            longer.schedule.entries.append(Choices.Entry(index: index, value: value))
            let outcome = run(longer)
            if failing(outcome).map({ take($0) }) == true { return true }
            found.append((longer, outcome.limits))
          }
        }
      }
    }
    return false
  }

  /// Tries to do without one row of choices, with the only choice of another a little earlier or later. In another
  /// schedule the same sleep has another number, and after another sleep the same choice.
  private mutating func moveChoices(_ run: (RunInput) -> RunOutcome) {
    let rows = rows
    for removed in rows where !smallest.input[keyPath: removed].isEmpty {
      for moved in rows where moved != removed && smallest.input[keyPath: moved].entries.count == 1 {
        for step in [-1, 1, -2, 2, -3, 3, -4, 4] {
          for value in 1...2 {
            var candidate = smallest.input
            candidate[keyPath: removed] = Choices()
            candidate[keyPath: moved].entries[0].index += step
            candidate[keyPath: moved].entries[0].value = value
            if candidate[keyPath: moved].entries[0].index >= 0, attempt(candidate, run) { return }
          }
        }
      }
    }
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

  /// Makes the random numbers smaller that the run read, if it doesn't fail with the lowest just as in the starting world.
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

extension [Int] {
  /// The steps of tasks, those of one task after the other together.
  fileprivate var turns: [ArraySlice<Int>] {
    var turns: [ArraySlice<Int>] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || self[index + 1] != self[index] {
      turns.append(self[start...index])
      start = index + 1
    }
    return turns
  }
}
