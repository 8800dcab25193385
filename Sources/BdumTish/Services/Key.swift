// SPDX-License-Identifier: MIT

/// The action of a key in a film.
enum Key: Sendable, Equatable {
  case pause, faster, slower, quit
  /// Control-C.
  case interrupt

  /// Returns the keys in a terminal's input. An arrow is an escape sequence.
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
