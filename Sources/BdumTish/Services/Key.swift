// SPDX-License-Identifier: MIT

/// What the keys of a film ask for.
enum Key: Sendable, Equatable {
  case pause, faster, slower, quit
  /// Control-C.
  case interrupt

  /// The keys in what a terminal sent. An arrow is an escape sequence.
  static func all(in bytes: [UInt8]) -> [Key] {
    String(decoding: bytes, as: UTF8.self).matches(of: /\u{1B}[\[O](.)|[ qQ\u{3}]/).compactMap { match in
      switch match.output {
      case (" ", _): .pause
      case (_, "A"), (_, "C"): .faster
      case (_, "B"), (_, "D"): .slower
      case ("\u{3}", _): .interrupt
      case (_, nil): .quit
      default: nil
      }
    }
  }
}
