/// A part of an exploration that is divided between machines, such as `3/8`: each has seeds of its own.
package struct Shard: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Which part it is, counted from 1.
  package let number: Int
  /// How many parts there are.
  package let count: Int

  /// Reads a text such as `3/8`; `nil` if it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number > 0, number <= count else {
      return nil
    }
    (self.number, self.count) = (number, count)
  }

  package var description: String { "\(number)/\(count)" }

  /// The seed of this part. That of the first is the seed.
  package func seed(_ seed: UInt64) -> UInt64 {
    seed &+ UInt64(number - 1) &* 0x9E37_79B9_7F4A_7C15
  }
}
