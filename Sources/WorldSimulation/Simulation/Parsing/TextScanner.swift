// SPDX-License-Identifier: MIT

/// Reads a text from its start to its end. Digits and letters are ASCII, letters in lower case.
struct TextScanner {
  private let bytes: [UInt8]
  /// Where the rest begins.
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The rest of the text.
  var rest: String { String(decoding: bytes[position...], as: UTF8.self) }

  var isAtEnd: Bool { position == bytes.count }

  /// How many digits come next.
  var digitsAhead: Int {
    var ahead = self
    while ahead.nextDigit != nil { ahead.position += 1 }
    return ahead.position - position
  }

  /// Skips a character, if it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips spaces, if any come next.
  @discardableResult
  mutating func skipSpaces() -> Bool {
    let start = position
    while skip(" ") {}
    return position > start
  }

  /// Skips a word, if it comes next and ends there.
  mutating func skip(word: String) -> Bool {
    var ahead = self
    guard ahead.word() == word else { return false }
    self = ahead
    return true
  }

  /// Skips everything before the next digit.
  mutating func skipToDigit() { while !isAtEnd, nextDigit == nil { position += 1 } }

  /// Takes the letters that come next.
  mutating func word() -> String {
    let start = position
    while !isAtEnd, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position]) { position += 1 }
    return text(from: start)
  }

  /// Takes the text before a character, or before the end.
  mutating func text(upTo character: Unicode.Scalar) -> String {
    let start = position
    while !isAtEnd, bytes[position] != UInt8(ascii: character) { position += 1 }
    return text(from: start)
  }

  /// Takes a number with a given count of digits, eighteen at most.
  mutating func number(_ count: ClosedRange<Int>) -> Int? {
    guard digitsAhead >= count.lowerBound else { return nil }
    var number = 0
    for _ in 0..<count.upperBound {
      guard let digit = nextDigit else { break }
      number = 10 * number + digit
      position += 1
    }
    return number
  }

  mutating func number(_ count: Int) -> Int? { number(count...count) }

  /// Takes the digits of a fraction, as milliseconds; finer digits are dropped.
  mutating func milliseconds() -> Int? {
    let digits = digitsAhead
    guard (1...9).contains(digits), var fraction = number(digits) else { return nil }
    for _ in digits..<9 { fraction *= 10 }
    return fraction / 1_000_000
  }

  private var nextDigit: Int? {
    guard !isAtEnd, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else { return nil }
    return Int(bytes[position] - UInt8(ascii: "0"))
  }

  private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }
}
