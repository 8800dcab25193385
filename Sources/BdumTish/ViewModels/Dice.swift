// SPDX-License-Identifier: MIT

/// Random numbers, as a function.
struct Dice: Sendable {
  var roll: @Sendable (ClosedRange<Int>) -> Int

  /// One of the options, of which there must be some.
  func pick<Option>(_ options: [Option]) -> Option { options[roll(0...options.count - 1)] }

  /// Several of the options, each at most once.
  func pick<Option>(_ count: Int, of options: [Option]) -> [Option] {
    var left = options
    return (0..<min(count, options.count)).map { _ in left.remove(at: roll(0...left.count - 1)) }
  }
}
