import World

/// Reads a text from its beginning to its end, digits above all; ASCII ones, no others.
struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: some StringProtocol) { rest = Array(text.utf8)[...] }

  var isAtEnd: Bool { rest.isEmpty }

  var isAtSign: Bool { rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") }

  /// How many digits come next.
  var digitsAhead: Int { rest.prefix(while: DigitScanner.isDigit).count }

  /// Takes a character, if it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first.map(Unicode.Scalar.init) == character else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipOne() { rest = rest.dropFirst() }

  /// Takes what isn't a digit, but no more than one.
  mutating func skipSeparator() {
    if digitsAhead == 0 { skipOne() }
  }

  mutating func skipToDigit() { rest = rest.drop { !DigitScanner.isDigit($0) } }

  /// Takes as many digits as come next and are wanted, if these are enough.
  mutating func digits(_ count: ClosedRange<Int>) -> String? {
    let digits = rest.prefix(count.upperBound).prefix(while: DigitScanner.isDigit)
    guard digits.count >= count.lowerBound else { return nil }
    rest = rest.dropFirst(digits.count)
    return String(decoding: digits, as: UTF8.self)
  }

  mutating func number(_ count: ClosedRange<Int>) -> Int? { digits(count).flatMap { Int($0) } }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
