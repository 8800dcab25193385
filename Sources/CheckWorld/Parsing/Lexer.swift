// SPDX-License-Identifier: MIT

/// Splits Swift source into tokens. It skips comments and string literals, but reads the code in interpolations.
///
/// It reads all branches of `#if`. The tokens of code that doesn't compile are unspecified.
struct Lexer {
  private(set) var tokens: [Token] = []
  /// The comments that begin with two slashes.
  private(set) var comments: [Token] = []

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var line = 1
  private var column = 1
  /// The index after the last token.
  private var end = -1

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
    if has("\u{FEFF}") { advance() }
    if has("#!") { scanLineComment() }
    scanCode()
  }

  /// Scans code up to the end of the source, or to the closing parenthesis of an interpolation.
  private mutating func scanCode(isInterpolation: Bool = false) {
    var depth = 0
    while let scalar = peek() {
      switch scalar {
      case " ", "\t", "\r", "\n": advance()
      case "/": scanSlash()
      case "\"": scanText(pounds: 0)
      case "#": scanPound()
      case "`": scanEscapedWord()
      case _ where scalar.isWordHead: take(.word, count: scalars[index...].prefix { $0.isWordPart }.count)
      case _ where scalar.isDigit: scanNumber()
      case _ where scalar.isOperator: scanOperator()
      default:
        take(.symbol, count: 1)
        if scalar == "(" { depth += 1 }
        if scalar == ")" { depth -= 1 }
        if isInterpolation, depth < 0 { return }
      }
    }
  }

  // MARK: - Comments and conditions

  /// Scans a comment, a regular expression or an operator.
  private mutating func scanSlash() {
    switch peek(1) {
    case "/": scanLineComment()
    case "*": skipBlockComment()
    default:
      if let length = regexLength(pounds: 0) { take(.literal, count: length) } else { scanOperator() }
    }
  }

  private mutating func scanLineComment() {
    let length = scalars[index...].prefix { $0 != "\n" }.count
    comments.append(token(.comment, count: length))
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      let step = has("/*") ? 1 : has("*/") ? -1 : 0
      depth += step
      advance(by: 1 + abs(step))
    } while depth > 0 && index < scalars.count
  }

  /// Scans a string or regular expression with pounds, a compiler directive, or a single `#`.
  private mutating func scanPound() {
    let pounds = scalars[index...].prefix { $0 == "#" }.count
    if peek(pounds) == "\"" { return scanText(pounds: pounds) }
    if peek(pounds) == "/", let length = regexLength(pounds: pounds) { return take(.literal, count: length) }
    let word = String(String.UnicodeScalarView(scalars[(index + 1)...].prefix { $0.isWordPart }))
    guard ["if", "elseif", "else", "endif"].contains(word) else { return take(.symbol, count: 1) }
    // A directive isn't code, and must not separate a dot from its operand.
    while let scalar = peek(), scalar != "\n", !has("//"), !has("/*") { advance() }
  }

  // MARK: - Literals

  private mutating func scanText(pounds: Int) {
    let isMultiline =
      peek(pounds + 1) == "\"" && peek(pounds + 2) == "\"" && ["\n", "\r"].contains(peek(pounds + 3))
    let delimiter = String(repeating: "\"", count: isMultiline ? 3 : 1)
    let fence = String(repeating: "#", count: pounds)
    let closing = delimiter + fence
    take(.literal, count: closing.count)
    while let scalar = peek() {
      if has(closing) {
        advance(by: closing.count)
        break
      }
      // An unterminated string ends with its line.
      if scalar == "\n", !isMultiline { break }
      advance()
      guard scalar == "\\", has(fence) else { continue }
      advance(by: pounds)
      guard peek() == "(" else {
        advance()
        continue
      }
      take(.symbol, count: 1)
      scanCode(isInterpolation: true)
    }
    end = index
  }

  /// The length of the regular expression that begins here; `nil` if none does.
  ///
  /// Without pounds, it begins at a slash with no operand before it, no white space after it, and a second slash on the same
  /// line.
  private func regexLength(pounds: Int) -> Int? {
    let isBare = pounds == 0
    let before = peek(-1) ?? "\n"
    if isBare, !before.isSpace && !"([{,;:".unicodeScalars.contains(before) || peek(1)?.isSpace != false {
      return nil
    }
    let fence = "/" + String(repeating: "#", count: pounds)
    var (length, depth) = (fence.count, 0)
    let isMultiline = !isBare && ["\n", "\r"].contains(peek(length))
    while let scalar = peek(length), isMultiline || scalar != "\n" {
      if has(fence, at: length) { return length + fence.count }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      // The parenthesis closes a call whose argument is an operator: `reduce(1, /)`.
      if isBare, depth < 0 { return nil }
      length += scalar == "\\" ? 2 : 1
    }
    return nil
  }

  private mutating func scanNumber() {
    var length = 1
    while let scalar = peek(length) {
      let isPoint = scalar == "." && peek(length + 1)?.isDigit == true
      guard isPoint || scalar.isWordPart else { break }
      length += 1
    }
    take(.literal, count: length)
  }

  // MARK: - Words and signs

  private mutating func scanEscapedWord() {
    let length = scalars[(index + 1)...].prefix { $0 != "`" && $0 != "\n" }.count
    take(.escapedWord, count: length + 2)
  }

  /// Scans an operator. It contains dots only if it begins with one, and a comment ends it.
  private mutating func scanOperator() {
    let hasDots = peek() == "." && peek(1) == "."
    var length = 1
    while peek() != "." || hasDots, let scalar = peek(length), scalar.isOperator, scalar != "." || hasDots {
      if scalar == "/", ["/", "*"].contains(peek(length + 1)) { break }
      length += 1
    }
    take(.symbol, count: length)
  }

  // MARK: - Scalars

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    scalars.indices.contains(index + offset) ? scalars[index + offset] : nil
  }

  private func has(_ text: String, at offset: Int = 0) -> Bool {
    scalars.dropFirst(index + offset).starts(with: text.unicodeScalars)
  }

  private mutating func advance(by count: Int = 1) {
    for scalar in scalars[index...].prefix(count) {
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += UTF8.width(scalar)
      }
      index += 1
    }
  }

  private mutating func take(_ kind: Token.Kind, count: Int) {
    tokens.append(token(kind, count: count))
    end = index
  }

  private mutating func token(_ kind: Token.Kind, count: Int) -> Token {
    let (start, column) = (index, column)
    advance(by: count)
    let text = String(String.UnicodeScalarView(scalars[start..<index]))
    return Token(kind: kind, text: text, line: line, column: column, isSpaced: start != end)
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { [" ", "\t", "\r", "\n"].contains(self) }
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isWordHead: Bool {
    ("a"..."z").contains(self) || ("A"..."Z").contains(self) || self == "_" || self == "$"
      || (!isASCII && !properties.isPatternSyntax)
  }
  fileprivate var isWordPart: Bool { isWordHead || isDigit }
  fileprivate var isOperator: Bool {
    "/=-+!*%<>&|^~?.".unicodeScalars.contains(self) || (!isASCII && properties.isPatternSyntax)
  }
}
