import Synchronization
import World
import WorldSimulation

/// What was done, and what was wrong.
final class Tally: Sendable {
  private let readCount = Atomic(0)
  private let scopeCount = Atomic(0)
  private let writeCount = Atomic(0)
  private let wrongCount = Atomic(0)

  func read(_ count: Int = 1) { readCount.add(count, ordering: .relaxed) }
  func enter() { scopeCount.add(1, ordering: .relaxed) }
  func write(_ count: Int = 1) { writeCount.add(count, ordering: .relaxed) }

  /// Checks a value; the first wrong ones are printed.
  func expect(_ isRight: Bool, _ message: @autoclosure () -> String) {
    if isRight { return }
    if wrongCount.add(1, ordering: .relaxed).newValue <= 20 {
      writeLineToStandardError("wrong: \(message())")
    }
  }

  var wrong: Int { wrongCount.value }
  var isRight: Bool { wrong == 0 }

  var line: String {
    let counts = [(readCount.value, "reads"), (scopeCount.value, "scopes"), (writeCount.value, "writes")]
    return (counts + [(wrongCount.value, "wrong")]).map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

extension Atomic<Int> {
  fileprivate var value: Int { load(ordering: .sequentiallyConsistent) }
}

/// When the parts end.
struct End: Sendable {
  var instant: ContinuousClock.Instant?
  var rounds: Int

  func isBefore(_ round: Int) -> Bool {
    if round >= rounds { return true }
    // check-world: allow it measures the machine itself
    return instant.map { ContinuousClock.now >= $0 } ?? false
  }
}

/// Each part has one of its own, so that its steps are the same for the same seed.
struct Dice: RandomNumberGenerator {
  private var numbers: SplitMix

  init(seed: UInt64, part: Int, round: Int) {
    numbers = SplitMix(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(part) << 48 &+ UInt64(round))
  }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
