#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Read byte by byte: this is compiled into every program, and chains of string operations are slow to compile.

/// The user's locale, from the POSIX environment variables.
enum POSIXLocale {
  /// The locale of the environment that this process was started with, read once, at first use.
  static let ofProcess = locale(in: ProcessInfo.processInfo.environment)

  /// The locale for dates and times: the first of `LC_ALL`, `LC_TIME` and `LANG` that is set and not empty;
  /// `C` and `POSIX` are the C locale, which Foundation calls `en_US_POSIX`; so is an environment without them.
  ///
  /// A value that is no locale name is reported and is the C locale, as in the C library: no later variable is read.
  @_optimize(none)
  static func locale(in environment: [String: String]) -> Locale {
    for variable in ["LC_ALL", "LC_TIME", "LANG"] {
      guard let value = environment[variable], !value.isEmpty else { continue }
      if let identifier = identifier(of: value) { return Locale(identifier: identifier) }
      IssueReporter.report(
        "\(variable)=\(value) is not a locale name; the C locale is used",
        fixes: ["set \(variable) to a name such as fr_FR.UTF-8, to C, or not at all"])
      break
    }
    return Locale(identifier: "en_US_POSIX")
  }

  /// Foundation's identifier for a POSIX locale name, `language[_TERRITORY][.codeset][@modifier]`; `nil` if the name
  /// isn't of that form.
  @_optimize(none)
  private static func identifier(of name: String) -> String? {
    var scanner = ByteScanner(name)
    let language = scanner.take(while: isLetter)
    var territory = ""
    if scanner.skip("_") {
      territory = scanner.take(while: isLetter)
      if territory.isEmpty { territory = scanner.take(while: isDigit) }
      let isRegion = territory.utf8.count == 3 && isDigit(territory.utf8.first ?? 0)
      guard isRegion || territory.utf8.count == 2 && isLetter(territory.utf8.first ?? 0) else { return nil }
    }
    if scanner.skip(".") { _ = scanner.take { $0 != UInt8(ascii: "@") } }
    let modifier = scanner.skip("@") ? scanner.take { _ in true } : ""
    guard scanner.isAtEnd else { return nil }
    if territory.isEmpty, language == "C" || language == "POSIX" { return "en_US_POSIX" }
    guard language.utf8.count == 2 || language.utf8.count == 3 else { return nil }
    // The modifiers that choose a script; others, such as `euro`, don't change dates.
    let script =
      switch modifier.lowercased() {
      case "latin": "_Latn"
      case "cyrillic": "_Cyrl"
      case "devanagari": "_Deva"
      default: ""
      }
    return language.lowercased() + script + (territory.isEmpty ? "" : "_" + territory.uppercased())
  }
}

/// The user's time zone, from the environment variable `TZ`.
enum POSIXTimeZone {
  /// The zone of the environment that this process was started with; `nil` if `TZ` isn't set. Read once, at first use.
  static let ofProcess = timeZone(in: ProcessInfo.processInfo.environment)

  /// The zone that `TZ` names, in any of its forms: `Asia/Tokyo`, `:Asia/Tokyo`,
  /// `/usr/share/zoneinfo/Asia/Tokyo`, `JST-9`, or empty for UTC.
  ///
  /// A value that is none of them is reported and is UTC, as in the C library. A rule for daylight saving
  /// (`CET-1CEST,M3.5.0,M10.5.0/3`), which Foundation can't represent, is reported and is the standard time.
  @_optimize(none)
  static func timeZone(in environment: [String: String]) -> TimeZone? {
    guard let value = environment["TZ"] else { return nil }
    var scanner = ByteScanner(value)
    _ = scanner.skip(":")
    if scanner.isAtEnd { return .gmt }
    scanner.skip(prefix: "/usr/share/zoneinfo/")
    let name = scanner.take { _ in true }
    if let zone = TimeZone(identifier: name) { return zone }
    guard let (secondsWest, hasRule) = fixedOffset(name), let zone = TimeZone(secondsFromGMT: -secondsWest)
    else {
      IssueReporter.report(
        "TZ=\(value) is not a time zone; UTC is used, as in the C library",
        fixes: ["set TZ to a name such as Europe/Paris, to UTC, or not at all"])
      return .gmt
    }
    if hasRule {
      IssueReporter.report(
        "TZ=\(value) has a rule for daylight saving, which Foundation can't represent; standard time is used",
        fixes: ["set TZ to the zone's name, such as Europe/Paris"])
    }
    return zone
  }

  /// The offset of a zone such as `JST-9` or `<+0545>-5:45`, and whether something follows.
  ///
  /// The sign is POSIX's: seconds to be added to local time to get UTC, so negative east of Greenwich.
  @_optimize(none)
  private static func fixedOffset(_ text: String) -> (secondsWest: Int, hasRule: Bool)? {
    var scanner = ByteScanner(text)
    if scanner.skip("<") {
      _ = scanner.take { $0 != UInt8(ascii: ">") }
      guard scanner.skip(">") else { return nil }
    } else {
      guard scanner.take(while: isLetter).utf8.count >= 3 else { return nil }
    }
    let isEast = scanner.skip("-")
    if !isEast { _ = scanner.skip("+") }
    guard let hours = scanner.takeNumber(), hours <= 24 else { return nil }
    var seconds = hours * 3600
    var unit = 60
    while scanner.skip(":") {
      // After the seconds nothing is left to say.
      guard unit > 0, let number = scanner.takeNumber(), number < 60 else { return nil }
      seconds += number * unit
      unit /= 60
    }
    return (isEast ? -seconds : seconds, !scanner.isAtEnd)
  }
}

/// Reads a text from its start to its end.
private struct ByteScanner {
  private let bytes: [UInt8]
  private var index = 0

  @_optimize(none)
  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  @_optimize(none)
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  @_optimize(none)
  mutating func skip(prefix: String) {
    let prefix = Array(prefix.utf8)
    guard index + prefix.count <= bytes.count else { return }
    for (offset, byte) in prefix.enumerated() where bytes[index + offset] != byte { return }
    index += prefix.count
  }

  @_optimize(none)
  mutating func take(while isTaken: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, isTaken(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// A number of at most three digits.
  @_optimize(none)
  mutating func takeNumber() -> Int? {
    var number = 0
    let start = index
    while index < bytes.count, isDigit(bytes[index]) {
      number = 10 * number + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
      if index > start + 3 { return nil }
    }
    return index == start ? nil : number
  }
}

@_optimize(none)
private func isLetter(_ byte: UInt8) -> Bool {
  byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
}
@_optimize(none)
private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
