// SPDX-License-Identifier: MIT

/// A function for random numbers.
struct Dice: Sendable {
  var roll: @Sendable (ClosedRange<Int>) -> Int

  /// Returns one of the options, which must not be empty.
  func pick<Option>(_ options: [Option]) -> Option { options[roll(0...options.count - 1)] }

  /// Returns several of the options, each at most once.
  func pick<Option>(_ count: Int, of options: [Option]) -> [Option] {
    var left = options
    return (0..<min(count, options.count)).map { _ in left.remove(at: roll(0...left.count - 1)) }
  }
}
