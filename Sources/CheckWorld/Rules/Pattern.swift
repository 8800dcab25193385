// SPDX-License-Identifier: MIT

import Foundation

/// A use of the system that a rule finds, written in Swift.
///
/// | pattern | what matches |
/// | --- | --- |
/// | `Date()` | the type's call; no other type's member |
/// | `sleep(` | the function's call; no member, and no function that the file declares |
/// | `.now` | an implicit member; no pattern of a `case` |
/// | `$value.shuffled()` | a member of any value |
/// | `$type.random()` | a member of any type: of what begins with a capital |
/// | `$locale = .current` | what is assigned, or passed to a label, whose name ends so in any case |
///
/// Conditions follow it, with the words that they look for:
///
/// | condition | what doesn't match |
/// | --- | --- |
/// | `unless after a\|b` | what follows one of the words |
/// | `unless before (` | what is followed by one of them |
/// | `unless passed to map` | the first argument of a function of such a name |
/// | `unless inside using` | a call with such a word between its parentheses, and not deeper |
/// | `unless later locale` | what is followed by such a word in its block |
///
/// At the end stands what may replace it: `-> Current.date()`.
struct Pattern: Sendable {
  private enum Place: String, CaseIterable { case after, before, passedTo = "passed to", inside, later }

  /// What matches, without conditions.
  let text: String
  /// The code that has the same effect in the current world.
  let replacement: String?
  private let tokens: [Token]
  private let conditions: [(place: Place, words: [Substring])]
  /// Whether it begins with a placeholder, so that it may be part of something longer.
  private let isOpen: Bool
  /// The first token that is a name and no placeholder. Patterns are looked up by it.
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

  /// What matches, for people: `….shuffled()`.
  var form: String {
    text.replacing("$value", with: "…").replacing("$type", with: "Type").replacing("$", with: "")
  }

  var key: Substring { tokens[anchor].name }

  /// The range of the use whose key stands at an index, if it is one.
  func match(in file: SyntaxTree, at index: Int) -> Range<Int>? {
    let code = file.code
    let (start, end) = (index - anchor, index - anchor + tokens.count)
    guard start >= 0, end <= code.count, zip(tokens, code[start...]).allSatisfy(Pattern.fits) else {
      return nil
    }
    guard isOpen || Pattern.isOwn(code, at: start) else { return nil }
    // With a module's name before it, the system's is meant.
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

  /// The modules whose names may precede their declarations.
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
