#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's locale, from the POSIX environment variables.
enum POSIXLocale {
  /// The locale of the environment that this process was started with, read once, at first use.
  static let ofProcess = locale(in: ProcessInfo.processInfo.environment)

  /// The locale for dates and times: the first of `LC_ALL`, `LC_TIME` and `LANG` that is set and not empty;
  /// `C` and `POSIX` are the C locale, which Foundation calls `en_US_POSIX`; so is an environment without them.
  ///
  /// A value that is no locale name is reported and is the C locale, as in the C library: no later variable is read.
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
  private static func identifier(of name: String) -> String? {
    let form = #"(C|POSIX|[A-Za-z]{2,3})(_[A-Za-z]{2}|_[0-9]{3})?(?:\.[^@]*)?(@.*)?"#
    guard let parts = groups(of: form, in: name) else { return nil }
    if parts[1] == "C" || parts[1] == "POSIX" { return parts[2].isEmpty ? "en_US_POSIX" : nil }
    // The modifiers that choose a script; others, such as `euro`, don't change dates.
    let script =
      switch parts[3].lowercased() {
      case "@latin": "_Latn"
      case "@cyrillic": "_Cyrl"
      case "@devanagari": "_Deva"
      default: ""
      }
    return parts[1].lowercased() + script + parts[2].uppercased()
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
  static func timeZone(in environment: [String: String]) -> TimeZone? {
    guard let value = environment["TZ"] else { return nil }
    let path = value.hasPrefix(":") ? String(value.dropFirst()) : value
    if path.isEmpty { return .gmt }
    let folder = "/usr/share/zoneinfo/"
    let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    // A name, hours, minutes, seconds, and what follows, such as a rule. The sign is POSIX's: what is added to local time to
    // get UTC.
    let form = "(?:<[^>]*>|[A-Za-z]{3,})([-+]?)([0-9]{1,2})(?::([0-9]{1,2}))?(?::([0-9]{1,2}))?([^:0-9].*)?"
    let offset = groups(of: form, in: name)
    // What isn't an offset alone may be a name, such as EST5EDT.
    if offset?[5] != "", let zone = TimeZone(identifier: name) { return zone }
    guard let offset, let hours = Int(offset[2]), hours <= 24,
      let minutes = Int("0" + offset[3]), minutes < 60, let seconds = Int("0" + offset[4]), seconds < 60,
      let zone = TimeZone(
        secondsFromGMT: (offset[1] == "-" ? 1 : -1) * (hours * 3600 + minutes * 60 + seconds))
    else {
      IssueReporter.report(
        "TZ=\(value) is not a time zone; UTC is used, as in the C library",
        fixes: ["set TZ to a name such as Europe/Paris, to UTC, or not at all"])
      return .gmt
    }
    if offset[5] != "" {
      IssueReporter.report(
        "TZ=\(value) has a rule for daylight saving, which Foundation can't represent; standard time is used",
        fixes: ["set TZ to the zone's name, such as Europe/Paris"])
    }
    return zone
  }
}

/// What a pattern matches, if it matches a whole text, and then what each of its groups matches; empty for a group
/// that isn't there.
private func groups(of pattern: String, in text: String) -> [String]? {
  guard let match = try? Regex(pattern).wholeMatch(in: text) else { return nil }
  var groups: [String] = []
  for index in 0..<match.count { groups.append(String(match[index].substring ?? "")) }
  return groups
}
