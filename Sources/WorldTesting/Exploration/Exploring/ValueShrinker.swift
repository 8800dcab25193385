// SPDX-License-Identifier: MIT

/// Finds the smallest random numbers with which a run fails in the same way. Fewer numbers are smaller; as many are
/// compared from the first on.
///
/// A program makes values from its source's 64-bit numbers: the lower the number, the lower the value. Nothing else is
/// known about them. A number counts as the length of a list if a lower one makes the run read fewer numbers.
struct ValueShrinker {
  /// The numbers that a run read: the given ones, and those that followed.
  struct Attempt {
    var numbers: [UInt64]
    var fails: Bool
  }

  /// Performs a run with some numbers; returns `nil` if no run is left.
  typealias Run = ([UInt64]) -> Attempt?

  private(set) var numbers: [UInt64]
  /// The count of numbers that were read for each candidate.
  private var counts: [[UInt64]: Int] = [:]
  /// Whether no run is left.
  private var isOver = false

  init(_ numbers: [UInt64]) { self.numbers = numbers }

  mutating func shrink(_ run: Run) {
    var before: [UInt64]
    var round = 0
    repeat {
      before = numbers
      removeBlocks(run)
      lowerBlocks(run)
      each { $0.lowerLength(at: $1, run) }
      each { $0.lower(at: $1, run) }
      // Pairs are many, and fewer after the first round.
      if round > 0 { each { $0.lowerPairs(from: $1, run) } }
      round += 1
    } while !isOver && (numbers != before || round == 1)
    each { $0.lowerExactly(at: $1, run) }
  }

  /// Calls a closure with each place of a number that isn't 0.
  private mutating func each(_ body: (inout ValueShrinker, Int) -> Void) {
    var place = 0
    while place < numbers.count, !isOver {
      if numbers[place] > 0 { body(&self, place) }
      place += 1
    }
  }

  // MARK: Trying

  /// Keeps a candidate if it is smaller and fails in the same way, and returns whether it is kept.
  private mutating func attempt(_ candidate: [UInt64], _ run: Run) -> Bool {
    guard !isOver, candidate.isSmaller(than: numbers), counts[candidate] == nil else { return false }
    guard let attempt = run(candidate) else {
      isOver = true
      return false
    }
    counts[candidate] = attempt.numbers.count
    guard attempt.fails, attempt.numbers.isSmaller(than: numbers) else { return false }
    numbers = attempt.numbers
    return true
  }

  /// Returns the numbers with a change.
  private func changed(_ change: (inout [UInt64]) -> Void) -> [UInt64] {
    var candidate = numbers
    change(&candidate)
    return candidate
  }

  /// Returns how many numbers are read because of a number: for the length of a list, those of all its elements.
  private mutating func extent(at place: Int, with number: UInt64 = 1, _ run: Run) -> Int {
    guard place < numbers.count, numbers[place] > number else { return 0 }
    let (before, candidate) = (numbers.count, changed { $0[place] = number })
    if attempt(candidate, run) { return 0 }
    return max(0, before - (counts[candidate] ?? before))
  }

  /// Finds the lowest number whose candidate is kept, provided that all higher ones would be kept, too.
  ///
  /// - Parameter bits: The precision.
  private mutating func search(
    above low: UInt64 = 0, from high: UInt64, bits: UInt64 = 20, _ run: Run,
    _ change: (inout [UInt64], UInt64) -> Void
  ) {
    guard high > low else { return }
    let size = numbers.count
    // The lowest bit stays, because it may be a value's sign. First, the number is tried without it.
    if high % 2 == 1 { _ = attempt(changed { change(&$0, high - 1) }, run) }
    let least = max(2, (high >> bits) & ~1)
    guard high >= least, numbers.count == size else { return }
    var (low, high) = (low, high - least)
    // Most numbers can't be lowered.
    guard attempt(changed { change(&$0, high) }, run) else { return }
    while high - low > max(2, high >> bits), numbers.count == size {
      var middle = low + (high - low) / 2
      // Few bits make a short token.
      let dropped = max(0, 60 - (high - low).leadingZeroBitCount)
      if (middle >> dropped) << dropped > low { middle = (middle >> dropped) << dropped }
      middle = middle & ~1 | high & 1
      if attempt(changed { change(&$0, middle) }, run) { high = middle } else { low = middle }
    }
  }

  // MARK: Parts

  /// Removes numbers, in halves and so on down to one at a time.
  private mutating func removeBlocks(_ run: Run) {
    var size = numbers.count / 2
    while size > 0 {
      var end = numbers.count
      while end >= size, !isOver {
        _ = attempt(changed { $0.removeSubrange((end - size)..<end) }, run)
        end = min(end - (size > 4 ? size : 1), numbers.count)
      }
      size = size > 8 ? size / 2 : size - 1
    }
  }

  /// Lowers numbers to 1, which is the first of any choice, or to 0, which isn't always a choice.
  private mutating func lowerBlocks(_ run: Run) {
    var size = numbers.count
    while size > 0 {
      for start in stride(from: 0, to: numbers.count, by: size) where start < numbers.count && !isOver {
        let block = start..<min(start + size, numbers.count)
        _ = attempt(changed { for place in block { $0[place] = min($0[place], 1) } }, run)
      }
      size /= 2
    }
    each { shrinker, place in
      if shrinker.numbers[place] == 1 { _ = shrinker.attempt(shrinker.changed { $0[place] = 0 }, run) }
    }
  }

  /// Lowers a number as far as the run still fails.
  private mutating func lower(at place: Int, bits: UInt64 = 20, _ run: Run) {
    // For smaller types, only the lowest bits count.
    for bits in [53, 32, 16, 8] as [UInt64] where place < numbers.count && numbers[place] >> bits > 0 {
      if !attempt(changed { $0[place] &= 1 << bits - 1 }, run) { break }
    }
    guard place < numbers.count, numbers[place] > 1 else { return }
    let low = bits > 20 ? numbers[place] - (numbers[place] >> 18) : 0
    search(above: low, from: numbers[place], bits: bits, run) { $0[place] = $1 }
    // Tries the other sign.
    if place < numbers.count, 2..<256 ~= numbers[place] { _ = attempt(changed { $0[place] -= 1 }, run) }
  }

  /// Lowers a number so exactly that it matters in more than a million values; first to a round number, which may be the lowest.
  private mutating func lowerExactly(at place: Int, _ run: Run) {
    for bits in [4, 8, 16] where place < numbers.count {
      let dropped = max(0, UInt64.bitWidth - numbers[place].leadingZeroBitCount - bits)
      _ = attempt(changed { $0[place] = ($0[place] >> dropped) << dropped }, run)
    }
    lower(at: place, bits: 32, run)
  }

  // MARK: Lengths

  /// If a number is a length, lowers it and removes the numbers of elements, wherever they are.
  private mutating func lowerLength(at place: Int, _ run: Run) {
    while extent(at: place, run) > 0 {
      lower(at: place, bits: 12, run)
      let all = extent(at: place, run)
      guard all > 0 else { return }
      let step = max(1, numbers[place] >> 12)
      let last = extent(at: place, with: numbers[place] - step, run)
      guard last > 0 else { return }
      // The number of elements, if each is as large as the last.
      let count = max(1, UInt64(all / last))
      var removed = count / 2
      while removed > 0 {
        let length = numbers[place] / count * (count - removed) + step
        if removeElements(at: place, length: length, size: Int(removed) * last, run) { break }
        removed /= 2
      }
      if removed == 0, !removeElement(at: place, last, run) { return }
    }
  }

  /// Removes some elements, and lowers the length.
  private mutating func removeElements(at place: Int, length: UInt64, size: Int, _ run: Run) -> Bool {
    stride(from: place + 1, through: numbers.count - size, by: size).contains { start in
      if isOver { return false }
      let candidate = changed {
        $0[place] = length
        $0.removeSubrange(start..<(start + size))
      }
      return attempt(candidate, run)
    }
  }

  /// Removes one element, or merges two lists.
  ///
  /// - Parameter last: How many numbers are read for the last element.
  private mutating func removeElement(at place: Int, _ last: Int, _ run: Run) -> Bool {
    let length = numbers[place] - max(1, numbers[place] >> 12)
    var lengths: [Int] = []
    for start in numbers.indices.dropFirst(place + 1) {
      guard start < numbers.count, !isOver else { return !isOver }
      let size = 1 + extent(at: start, run)
      if size > 1 { lengths.append(start) }
      for size in Set([size, last]).sorted() where start + size <= numbers.count {
        var candidate = changed {
          $0[place] = length
          $0.removeSubrange(start..<(start + size))
        }
        if attempt(candidate, run) { return true }
        // The remaining numbers may be places of elements, of which there is now one less.
        for index in candidate.indices where index > place && candidate[index] > 1 << 50 {
          candidate[index] -= candidate[index] >> 18
        }
        if attempt(candidate, run) { return true }
      }
    }
    for (first, second) in zip(lengths, lengths.dropFirst()) where second < numbers.count && !isOver {
      let sum = numbers[first].addingReportingOverflow(numbers[second])
      let candidate = changed {
        ($0[place], $0[first]) = (length, sum.overflow ? .max : sum.partialValue)
        $0.remove(at: second)
      }
      if attempt(candidate, run) { return true }
    }
    return false
  }

  // MARK: Pairs

  /// Lowers a number together with each of those after it.
  private mutating func lowerPairs(from first: Int, _ run: Run) {
    // Moves the number and what is read because of it behind what is read next. This may seem to be more than it is.
    let most = extent(at: first, run)
    for extent in Set([1, 2, 3, most]).sorted() where extent > 0 {
      let middle = first + 1 + extent
      let end = middle + 1 + self.extent(at: middle, run)
      guard end <= numbers.count else { break }
      let turned = numbers[middle..<end] + numbers[first..<middle]
      if attempt(changed { $0.replaceSubrange(first..<end, with: turned) }, run) { break }
    }
    for second in numbers.indices where second > first {
      guard second < numbers.count, numbers[first] > 0, !isOver else { return }
      _ = attempt(changed { $0.swapAt(first, second) }, run)
      guard second < numbers.count else { return }
      // Changes one of several cases to another, and the number that belongs to it to the lowest.
      if attempt(changed { ($0[first], $0[second]) = ($0[first] / 2, min($0[second], 1)) }, run) { continue }
      if second == first + 1, attempt(changed { ($0[first], $0[second]) = (1, .max) }, run) { continue }
      let (one, two) = (numbers[first], numbers[second])
      if two > 0 {
        // Lowers both by as much.
        let low = min(one, two)
        search(from: low, run) { ($0[first], $0[second]) = (one - low + $1, two - low + $1) }
        guard second < numbers.count else { return }
        // Lowers the first, with the second at the lowest.
        search(from: one, run) { ($0[first], $0[second]) = ($1, 1) }
      }
      guard second < numbers.count else { return }
      // Lowers the second to just below the first.
      if attempt(changed { $0[second] = $0[first] - min($0[first], max(1, $0[first] >> 18)) }, run) {
        continue
      }
      guard numbers[first] == one, numbers[second] == two else { continue }
      // Lowers the first by as much as the second is raised.
      let (sum, overflow) = one.addingReportingOverflow(two)
      search(above: overflow ? sum + 1 : 0, from: one, run) { ($0[first], $0[second]) = ($1, sum &- $1) }
      guard second < numbers.count else { return }
      // Lowers the first, with the second at the highest, which is lowered again.
      search(from: numbers[first], run) { ($0[first], $0[second]) = ($1, .max) }
    }
  }
}

extension [UInt64] {
  /// Returns whether these are fewer numbers than others, or as many and the first that differs is lower.
  func isSmaller(than other: [UInt64]) -> Bool {
    count != other.count ? count < other.count : lexicographicallyPrecedes(other)
  }
}
