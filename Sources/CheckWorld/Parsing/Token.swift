// SPDX-License-Identifier: MIT

/// A token of Swift source.
struct Token: Equatable {
  enum Kind {
    /// An identifier or a keyword.
    case word
    /// An identifier in backticks.
    case escapedWord
    /// A number, a regular expression, or the beginning of a string.
    case literal
    /// An operator, a bracket or another sign.
    case symbol
    /// A comment.
    case comment
  }

  var kind: Kind
  var text: String
  /// The position of the first character, from 1. Columns count bytes, as in the compiler's diagnostics.
  var line: Int
  var column: Int
  /// Whether white space or a comment precedes it.
  var isSpaced: Bool

  /// The name, without backticks.
  var name: Substring { kind == .escapedWord ? text.dropFirst().dropLast() : text[...] }

  var isWord: Bool { kind == .word || kind == .escapedWord }

  /// Whether an operand can end here, so that a dot after it leads to a member.
  var endsOperand: Bool {
    switch kind {
    case .word: !Token.introducers.contains(text)
    case .escapedWord, .literal: true
    case .comment: false
    // A question mark after a space is the ternary operator.
    case .symbol: [")", "]", "}"].contains(text) || (["?", "!", ">"].contains(text) && !isSpaced)
    }
  }

  /// The keywords after which an expression begins.
  private static let introducers: Set = [
    "as", "await", "case", "do", "else", "for", "guard", "if", "in", "is", "return", "switch", "throw", "try",
    "where", "while", "yield",
  ]
}
