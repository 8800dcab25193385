// SPDX-License-Identifier: MIT

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

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text =
      "\(try container.decode(Int.self, forKey: .number))/\(try container.decode(Int.self, forKey: .count))"
    guard let shard = Shard(text), shard.count <= Shard.limit else {
      throw DecodingError.dataCorruptedError(
        forKey: .number, in: container, debugDescription: "\(text) is no part of an exploration")
    }
    self = shard
  }

  /// More machines than that explore nothing together.
  private static let limit = 100_000
}
