import World

/// Reads a text in lower case from its start to its end, ASCII only.
struct TextScanner {
  private let bytes: [UInt8]
  private var place = 0

  @inline(never)
  init(_ text: String) { bytes = Array(text.lowercased().utf8) }

  var isAtEnd: Bool { place == bytes.count }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// How many digits come next.
  @inline(never)
  var digitsAhead: Int {
    var count = 0
    while place + count < bytes.count, TextScanner.isDigit(bytes[place + count]) { count += 1 }
    return count
  }

  /// Skips a character, if it comes next.
  @inline(never)
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Skips spaces, if any come next.
  @discardableResult
  @inline(never)
  mutating func skipSpaces() -> Bool {
    let start = place
    while next == UInt8(ascii: " ") { place += 1 }
    return place > start
  }

  /// Skips a word, if it comes next and ends there.
  @inline(never)
  mutating func skip(word: String) -> Bool {
    var rest = self
    guard rest.word() == word else { return false }
    self = rest
    return true
  }

  /// Takes the letters that come next.
  @inline(never)
  mutating func word() -> String {
    let start = place
    while let letter = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// Takes a number of so many digits.
  @inline(never)
  mutating func number(_ count: ClosedRange<Int>) -> Int? {
    let digits = min(digitsAhead, count.upperBound, 18)
    guard digits >= count.lowerBound else { return nil }
    var number = 0
    for _ in 0..<digits {
      number = 10 * number + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    return number
  }

  mutating func number(_ count: Int) -> Int? { number(count...count) }

  /// Takes the digits of a fraction, as milliseconds; finer digits are dropped.
  @inline(never)
  mutating func milliseconds() -> Int? {
    guard (1...9).contains(digitsAhead) else { return nil }
    var (milliseconds, weight) = (0, 100)
    while digitsAhead > 0 {
      milliseconds += weight * Int(bytes[place] - UInt8(ascii: "0"))
      weight /= 10
      place += 1
    }
    return milliseconds
  }

  /// Skips everything before the next digit.
  mutating func skipToDigit() {
    while !isAtEnd, digitsAhead == 0 { place += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Int {
  /// The digits, with leading zeros.
  @inline(never)
  func padded(to count: Int = 2) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
  }
}
