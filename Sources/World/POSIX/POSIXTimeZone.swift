#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's time zone, from the environment variable `TZ`.
enum POSIXTimeZone {
  /// The zone of the environment that this process was started with; `nil` if `TZ` isn't set. Read once, at first use.
  static let ofProcess = timeZone(in: ProcessInfo.processInfo.environment)

  /// The zone that `TZ` names, in any of its forms: `Asia/Tokyo`, `:Asia/Tokyo`,
  /// `/usr/share/zoneinfo/Asia/Tokyo`, `JST-9`, or empty for UTC.
  ///
  /// For any other value, UTC is used, as in the C library, and the value is reported. A rule for daylight saving
  /// (`CET-1CEST,M3.5.0,M10.5.0/3`), which Foundation can't represent, is reported, and standard time is used.
  static func timeZone(in environment: [String: String]) -> TimeZone? {
    guard let value = environment["TZ"] else { return nil }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if name.isEmpty { return .gmt }
    if let zone = TimeZone(identifier: zoneName(in: name)) { return zone }
    guard let (zone, rest) = fixedZone(name) else {
      IssueReporter.report(
        "TZ=\(value) is not a time zone; UTC is used, as in the C library",
        fixes: ["set TZ to a name such as Europe/Paris, to UTC, or not at all"])
      return .gmt
    }
    if !rest.isEmpty {
      IssueReporter.report(
        "TZ=\(value) has a rule for daylight saving, which Foundation can't represent; standard time is used",
        fixes: ["set TZ to the zone's name, such as Europe/Paris"])
    }
    return zone
  }

  /// The part of a path in the zone database that is the zone's name.
  private static func zoneName(in path: String) -> String {
    let folders = path.split(separator: "/")
    guard path.hasPrefix("/"), let database = folders.firstIndex(of: "zoneinfo") else { return path }
    return folders[(database + 1)...].joined(separator: "/")
  }

  /// A zone such as `JST-9` or `<+0545>-5:45`, at a fixed offset, with what follows the offset.
  ///
  /// The sign is POSIX's: hours to be added to local time to get UTC, so negative east of Greenwich.
  private static func fixedZone(_ text: String) -> (zone: TimeZone, rest: Substring)? {
    var rest = text[...]
    if rest.first == "<" {
      guard let close = rest.firstIndex(of: ">") else { return nil }
      rest = rest[rest.index(after: close)...]
    } else {
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      guard letters.count >= 3 else { return nil }
      rest = rest.dropFirst(letters.count)
    }
    var west = 1
    if let sign = rest.first, sign == "+" || sign == "-" {
      west = sign == "-" ? -1 : 1
      rest = rest.dropFirst()
    }
    let time = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    rest = rest.dropFirst(time.count)
    let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count), let hours = parts[0], (0...24).contains(hours) else { return nil }
    var seconds = hours * 3600
    for (part, unit) in zip(parts.dropFirst(), [60, 1]) {
      guard let part, (0...59).contains(part) else { return nil }
      seconds += part * unit
    }
    return TimeZone(secondsFromGMT: -west * seconds).map { ($0, rest) }
  }
}
