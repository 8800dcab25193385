// SPDX-License-Identifier: MIT

import Foundation

/// A use of the system that a rule finds, written in Swift.
///
/// | pattern | what matches |
/// | --- | --- |
/// | `Date()` | a call of the type; not a member of another type |
/// | `sleep(` | a call of the function; not a member, nor a function that the file declares |
/// | `.now` | an implicit member; not in the pattern of a `case` |
/// | `$value.shuffled()` | a member of any value |
/// | `$type.random()` | a member of any type: a name that begins with a capital |
/// | `$locale = .current` | an assignment or an argument whose name or label ends with the word, in any case |
///
/// Conditions may follow, with the words that they look for:
///
/// | condition | what doesn't match |
/// | --- | --- |
/// | `unless after a\|b` | a use directly after one of the words |
/// | `unless before (` | a use directly before one of the words |
/// | `unless passed to map` | a use as the first argument of a function of that name |
/// | `unless inside using` | a call with one of the words between its parentheses, not in nested brackets |
/// | `unless later locale` | a use before one of the words in the same block |
///
/// A replacement may come last: `-> Current.date()`.
struct Pattern: Sendable {
  private enum Place: String, CaseIterable { case after, before, passedTo = "passed to", inside, later }

  /// The pattern without its conditions and its replacement.
  let text: String
  /// The code that has the same effect in the current world.
  let replacement: String?
  private let tokens: [Token]
  private let conditions: [(place: Place, words: [Substring])]
  /// Whether the pattern begins with a placeholder, and so may match part of a longer expression.
  private let isOpen: Bool
  /// The index of the first token that is a name and not a placeholder. Patterns are looked up by this name.
  private let anchor: Int

  init(_ source: String) {
    let sides = source.components(separatedBy: " -> ")
    let parts = sides[0].components(separatedBy: " unless ")
    text = parts[0]
    replacement = sides.count > 1 ? sides[1] : nil
    conditions = parts.dropFirst().compactMap { part in
      Place.allCases.first { part.hasPrefix($0.rawValue) }.map { place in
        (place, part.dropFirst(place.rawValue.count + 1).split(separator: "|"))
      }
    }
    tokens = Lexer(text.replacing("$value.", with: ".")).tokens
    isOpen = text.hasPrefix("$")
    anchor = tokens.firstIndex { $0.kind == .word && !$0.text.hasPrefix("$") } ?? 0
  }

  /// The pattern in readable form: `….shuffled()`.
  var form: String {
    text.replacing("$value", with: "…").replacing("$type", with: "Type").replacing("$", with: "")
  }

  var key: Substring { tokens[anchor].name }

  /// The range of the match whose key is at an index; `nil` if there is none.
  func match(in file: SyntaxTree, at index: Int) -> Range<Int>? {
    let code = file.code
    let (start, end) = (index - anchor, index - anchor + tokens.count)
    guard start >= 0, end <= code.count, zip(tokens, code[start...]).allSatisfy(Pattern.fits) else {
      return nil
    }
    guard isOpen || Pattern.isOwn(code, at: start) else { return nil }
    // A module's name before it means the system's declaration, even if the file declares the same name.
    let isQualified = file.text(start - 1) == "."
    guard isOpen || isQualified || !file.declares(code[start], or: code[index]) else { return nil }
    let isExcepted = conditions.contains { Pattern.has($0.words, $0.place, start..<end, in: file) }
    return isExcepted ? nil : start..<end
  }

  private static func fits(_ part: Token, _ token: Token) -> Bool {
    switch part.text {
    case "=": ["=", ":"].contains(token.text)
    case "$type": token.isWord && token.name.first?.isUppercase == true
    case let text where text.hasPrefix("$"):
      token.isWord && token.name.lowercased().hasSuffix(text.dropFirst())
    default: part.name == token.name
    }
  }

  /// The modules of the system whose names may qualify a declaration.
  private static let modules: Set<Substring> = [
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Swift",
  ]

  /// Whether the code at an index is neither a member of another type or value, nor a pattern, nor a declaration.
  private static func isOwn(_ code: [Token], at index: Int) -> Bool {
    guard let before = code[..<index].last else { return true }
    if code[index].text == "." { return !before.endsOperand && !isCasePattern(code[..<index]) }
    guard before.text == "." else { return !["func", "extension", "@", "#"].contains(before.text) }
    return code[..<(index - 1)].last.map { modules.contains($0.name) } ?? true
  }

  /// Whether code ends inside the pattern of a `case`.
  private static func isCasePattern(_ code: ArraySlice<Token>) -> Bool {
    let last = code.last { ["case", ":", "=", "{", "}", ";", "where", "==", "??"].contains($0.text) }
    return last?.text == "case"
  }

  private static func has(
    _ words: [Substring], _ place: Place, _ use: Range<Int>, in file: SyntaxTree
  ) -> Bool {
    let (code, before) = (file.code, use.lowerBound - 1)
    func isOne(_ index: Int) -> Bool { code.indices.contains(index) && words.contains(code[index].name) }
    switch place {
    case .after: return isOne(before)
    case .before: return isOne(use.upperBound)
    case .passedTo: return before >= 0 && code[before].text == "(" && isOne(before - 1)
    case .inside:
      guard let call = file.call(use) else { return false }
      return file.shallow((call.lowerBound + 1)..<call.upperBound).contains(where: isOne)
    case .later:
      let rest = use.upperBound..<max(use.upperBound, file.block(around: use.lowerBound).upperBound)
      return rest.contains { words.contains(code[$0].name.lowercased()[...]) }
    }
  }
}
