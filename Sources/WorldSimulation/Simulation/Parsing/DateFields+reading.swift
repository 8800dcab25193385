import World

extension DateFields {
  /// Reads a text that is written exactly as ISO 8601 asks. Offsets go up to 18 hours, as in Foundation.
  init?(exactly text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4...4), scanner.skip("-"), let month = scanner.number(2...2),
      scanner.skip("-"), let day = scanner.number(2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
    if scanner.skip("T") {
      guard let hour = scanner.number(2...2), scanner.skip(":"), let minute = scanner.number(2...2) else {
        return nil
      }
      var time = Time(hour: hour, minute: minute)
      if scanner.skip(":") {
        guard let second = scanner.number(2...2) else { return nil }
        time.second = second
        if scanner.skip(".") {
          guard let digits = scanner.digits(1...9) else { return nil }
          time.fraction = digits
        }
      }
      time.offset = DateFields.offset(exactly: &scanner)
      self.time = time
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// `Z`, `+09:00` or `+09:18:59`
  private static func offset(exactly rest: inout DigitScanner) -> String? {
    if rest.skip("Z") { return "Z" }
    var scanner = rest
    guard let sign = scanner.skip("+") ? "+" : scanner.skip("-") ? "-" : nil else { return nil }
    guard let hours = scanner.number(2...2), scanner.skip(":"), let minutes = scanner.number(2...2),
      minutes < 60
    else { return nil }
    var offset = "\(sign)\(hours.padded()):\(minutes.padded())"
    if scanner.skip(":") {
      guard let seconds = scanner.number(2...2), seconds < 60, hours < 18 else { return nil }
      offset += ":" + seconds.padded()
    }
    guard hours < 18 || (hours, minutes) == (18, 0) else { return nil }
    rest = scanner
    return offset
  }

  /// Makes what it can of a text that isn't.
  init?(guessedFrom text: String) {
    var scanner = DigitScanner(text.prefix(64))
    while !scanner.isAtEnd {
      if let fields = DateFields.guess(scanner) {
        self = fields
        return
      }
      scanner.skipOne()
    }
    return nil
  }

  private static func guess(_ start: DigitScanner) -> DateFields? {
    var scanner = start
    // Four digits of five belong to no year.
    guard let year = scanner.number(4...4), !(1...3).contains(scanner.digitsAhead) else { return nil }
    scanner.skipSeparator()
    guard let month = scanner.number(1...2) else { return nil }
    scanner.skipSeparator()
    guard let day = scanner.number(1...2) else { return nil }
    return DateFields(year: year, month: month, day: day, time: time(guessedFrom: scanner))
  }

  private static func time(guessedFrom start: DigitScanner) -> Time? {
    var scanner = start
    guard scanner.digitsAhead == 0 else { return nil }
    scanner.skipToDigit()
    guard let hour = scanner.number(1...2) else { return nil }
    scanner.skipSeparator()
    guard let minute = scanner.number(2...2) else { return nil }
    var time = Time(hour: hour, minute: minute)
    var seconds = scanner
    if !seconds.isAtSign { seconds.skipSeparator() }
    if let second = seconds.number(2...2) {
      time.second = second
      scanner = seconds
    }
    time.offset = offset(guessedFrom: &scanner)
    return time
  }

  private static func offset(guessedFrom scanner: inout DigitScanner) -> String? {
    while !scanner.isAtEnd {
      if scanner.skip("Z") || scanner.skip("z") { return "Z" }
      if scanner.isAtSign {
        let sign = scanner.skip("-") ? "-" : "+"
        _ = scanner.skip("+")
        guard let hours = scanner.number(2...2) else { return nil }
        _ = scanner.skip(":")
        guard let minutes = scanner.number(2...2) else { return nil }
        return sign + (hours < 18 ? "\(hours.padded()):\(min(minutes, 59).padded())" : "18:00")
      }
      scanner.skipOne()
    }
    return nil
  }
}
