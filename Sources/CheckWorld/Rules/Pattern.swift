/// A use of the system that a rule finds, written in Swift.
///
/// | pattern | what matches |
/// | --- | --- |
/// | `Date()` | the type's call; no other type's member |
/// | `.now` | an implicit member; no pattern of a `case` |
/// | `$value.shuffled()` | a member of any value |
/// | `$type.random()` | a member of any type: of what begins with a capital |
/// | `$locale = .current` | what is assigned, or passed to a label, whose name ends so in any case |
///
/// A pattern that ends with a label matches a call whose first label it is, unless the call has a generator (`using:`).
struct Pattern: Sendable {
  private let tokens: [Token]
  /// Whether it begins with a placeholder, so that it may be part of something longer.
  private let isOpen: Bool
  /// The first token that is a name and no placeholder. Patterns are looked up by it.
  private let anchor: Int

  init(_ text: String) {
    tokens = Lexer(text.replacing("$value.", with: ".")).tokens
    isOpen = text.hasPrefix("$")
    anchor = tokens.firstIndex { $0.kind == .word && !$0.text.hasPrefix("$") } ?? 0
  }

  var key: Substring { tokens[anchor].name }

  /// The tokens of the use whose key stands at an index, if it is one.
  func match(in code: [Token], at index: Int) -> ArraySlice<Token>? {
    let start = index - anchor
    let end = start + tokens.count
    guard start >= 0, end <= code.count, zip(tokens, code[start...]).allSatisfy(Pattern.fits) else {
      return nil
    }
    guard isOpen || Pattern.isOwn(code, at: start) else { return nil }
    if tokens.last?.text == ":", Pattern.isGivenGenerator(code[end...]) { return nil }
    return code[start..<end]
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
  private static let modules: Set<Substring> = ["Dispatch", "Foundation", "FoundationEssentials", "Swift"]

  /// Whether the code at an index is neither a member of another type or value, nor a pattern.
  private static func isOwn(_ code: [Token], at index: Int) -> Bool {
    guard let before = code[..<index].last else { return true }
    if code[index].text == "." { return !before.endsOperand && !isCasePattern(code[..<index]) }
    guard before.text == "." else { return true }
    return code[..<(index - 1)].last.map { modules.contains($0.name) } ?? true
  }

  /// Whether code ends inside the pattern of a `case`.
  private static func isCasePattern(_ code: ArraySlice<Token>) -> Bool {
    let last = code.last { ["case", ":", "=", "{", "}", ";", "where", "==", "??"].contains($0.text) }
    return last?.text == "case"
  }

  private static func isGivenGenerator(_ arguments: ArraySlice<Token>) -> Bool {
    var depth = 0
    for (token, next) in zip(arguments, arguments.dropFirst()) where depth >= 0 {
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      if depth == 0, token.text == "using", next.text == ":" { return true }
    }
    return false
  }
}
