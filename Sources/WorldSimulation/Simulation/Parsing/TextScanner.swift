/// Reads a text from its start to its end. Its digits and letters are those of ASCII, the letters in lower case.
struct TextScanner {
  private var bytes: Substring.UTF8View

  init(_ text: String) { bytes = text.utf8[...] }

  /// What isn't read yet.
  var rest: String { String(Substring(bytes)) }

  var isAtEnd: Bool { bytes.isEmpty }

  /// How many digits come next.
  var digitsAhead: Int { bytes.prefix(while: TextScanner.isDigit).count }

  /// Skips a character, if it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard bytes.first == UInt8(ascii: character) else { return false }
    bytes.removeFirst()
    return true
  }

  /// Skips spaces, if any come next.
  @discardableResult
  mutating func skipSpaces() -> Bool { !take { $0 == UInt8(ascii: " ") }.isEmpty }

  /// Skips a word, if it comes next and ends there.
  mutating func skip(word: String) -> Bool {
    var ahead = self
    guard ahead.word() == word else { return false }
    self = ahead
    return true
  }

  /// Skips everything before the next digit.
  mutating func skipToDigit() { _ = take { !TextScanner.isDigit($0) } }

  /// Takes the letters that come next.
  mutating func word() -> String { take { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } }

  /// Takes what comes before a character, or before the end.
  mutating func text(upTo character: Unicode.Scalar) -> String { take { $0 != UInt8(ascii: character) } }

  /// Takes a number of so many digits.
  mutating func number(_ count: ClosedRange<Int>) -> Int? {
    let digits = bytes.prefix(while: TextScanner.isDigit).prefix(count.upperBound)
    guard digits.count >= count.lowerBound, let number = Int(Substring(digits)) else { return nil }
    bytes = bytes[digits.endIndex...]
    return number
  }

  mutating func number(_ count: Int) -> Int? { number(count...count) }

  /// Takes the digits of a fraction, as milliseconds; finer digits are dropped.
  mutating func milliseconds() -> Int? {
    guard (1...9).contains(digitsAhead) else { return nil }
    return Int((take(while: TextScanner.isDigit) + "00").prefix(3))
  }

  /// Takes the bytes that come next, as long as they are such.
  private mutating func take(while isSuch: (UInt8) -> Bool) -> String {
    let taken = bytes.prefix(while: isSuch)
    bytes = bytes[taken.endIndex...]
    return String(Substring(taken))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
