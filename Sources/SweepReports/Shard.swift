// SPDX-License-Identifier: MIT

/// A part of an exploration that several machines share, such as `3/8`. Each part has its own seeds.
package struct Shard: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The number of this part, from 1.
  package let number: Int
  /// The number of parts.
  package let count: Int

  /// Parses a text such as `3/8`; `nil` if the text is invalid.
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

  /// The maximum number of parts; a larger number is a mistake.
  private static let limit = 100_000
}
