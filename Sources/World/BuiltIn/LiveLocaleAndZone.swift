// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The user's locale and time zone: from the system's settings, or on Linux and WASI from the POSIX environment variables. There,
/// Foundation ignores the locale variables, and supports only one form of `TZ`.
package enum LiveLocaleAndZone {
  /// The scripts that modifiers of POSIX locales name. The C library's other modifiers name a currency (`@euro`), a dialect
  /// (`@saaho`, `@valencia`) or an order of letters (`@abegede`).
  package static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "iqtelif": "Latn"]

  #if canImport(Darwin) || os(Windows) || os(Android)
    static var locale: Locale { .autoupdatingCurrent }
    static var timezone: TimeZone { .autoupdatingCurrent }
  #else
    // The variables are read once, at first use.
    static let locale = locale(in: ProcessInfo.processInfo.environment)
    static let timezone: TimeZone = timezone(in: ProcessInfo.processInfo.environment) ?? .autoupdatingCurrent
  #endif

  /// Returns the locale for dates and times: the first of `LC_ALL`, `LC_TIME` and `LANG` that is set and not empty, in the form
  /// `language[_TERRITORY][.codeset][@modifier]`. A modifier counts if it names a script: `sr_RS@latin`. `C`, `POSIX`, or none of the variables means the C locale, which Foundation calls
  /// `en_US_POSIX`.
  ///
  /// A value of another form is reported and means the C locale, as in the C library; the remaining variables aren't read.
  static func locale(in environment: [String: String]) -> Locale {
    let variable = ["LC_ALL", "LC_TIME", "LANG"].first { !(environment[$0] ?? "").isEmpty } ?? "LANG"
    let value = environment[variable] ?? "C"
    let form = "([A-Za-z]{2,3}|C|POSIX)(_[A-Za-z]{2}|_[0-9]{3})?(?:[.][^@]*)?(?:@(.*))?"
    if let parts = groups(of: form, in: value) {
      let isC = parts[1] == "C" || parts[1] == "POSIX"
      let script = scripts[parts[3]].map { "_" + $0 } ?? ""
      if !isC { return Locale(identifier: parts[1].lowercased() + script + parts[2].uppercased()) }
      if parts[2] == "" { return Locale(identifier: "en_US_POSIX") }
    }
    IssueReporter.report(
      variable + "=" + value + " is not a locale name; the C locale is used",
      fixes: ["set " + variable + " to a name such as fr_FR.UTF-8, to C, or not at all"])
    return Locale(identifier: "en_US_POSIX")
  }

  /// Returns the time zone that `TZ` names: `Asia/Tokyo`, `:Asia/Tokyo`, a path such as `:/etc/localtime`, an offset such as
  /// `JST-9`, or empty for UTC. Returns `nil` if `TZ` isn't set, or if the path isn't a time zone file, which is reported.
  ///
  /// A value of another form is reported and means GMT: Foundation, unlike the C library, doesn't support zones with their own
  /// rules (`CET-1CEST,M3.5.0,M10.5.0/3`).
  ///
  /// - Parameter database: The folder of the time zone files.
  static func timezone(
    in environment: [String: String], database: String = "/usr/share/zoneinfo"
  ) -> TimeZone? {
    guard let value = environment["TZ"] else { return nil }
    let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
    let isFile = name.hasPrefix("/")
    if !isFile, let zone = zone(named: name) { return zone }
    let path = isFile ? name : database + "/" + name
    if isFile || FileManager.default.fileExists(atPath: path), let zone = zone(ofFile: path, database) {
      return zone
    }
    IssueReporter.report(
      "TZ=" + value
        + (isFile
          ? " is no file of the time zone database; the system's time zone is used"
          : " is not a time zone that Foundation has; GMT is used"),
      fixes: ["set TZ to a name such as Europe/Paris, to UTC, or not at all"])
    return isFile ? nil : .gmt
  }

  private static func zone(named name: String) -> TimeZone? {
    if name.isEmpty { return .gmt }
    // Offsets first: UTC+3 is east of Greenwich in Foundation, but west in POSIX.
    let form = "(?:<[^>]*>|[A-Za-z]{3,})([-+]?)([0-9]{1,2})(?::([0-9]{1,2}))?(?::([0-9]{1,2}))?"
    guard let offset = groups(of: form, in: name) else { return TimeZone(identifier: name) }
    // Digit by digit: `Int(_:)` would be compiled just for this line.
    let numbers = offset[2...].map { $0.utf8.reduce(0) { 10 * $0 + Int($1 & 0xF) } }
    let (minutes, seconds) = (numbers[1], numbers[2])
    guard minutes < 60, seconds < 60 else { return nil }
    let west = numbers[0] * 3600 + minutes * 60 + seconds
    return TimeZone(secondsFromGMT: offset[1] == "-" ? west : -west)
  }

  /// Returns the zone of a file: named by its path or by a path that it links to, otherwise by the file in a database that has the
  /// same contents.
  private static func zone(ofFile path: String, _ database: String) -> TimeZone? {
    let files = FileManager.default
    var path = path
    // Links may form a cycle.
    for _ in 0..<32 {
      if let zone = zone(namedBy: path) { return zone }
      guard let target = try? files.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : path[...(path.lastIndex(of: "/") ?? path.startIndex)] + target
    }
    guard let data = files.contents(atPath: path) else { return nil }
    let names = (try? files.subpathsOfDirectory(atPath: database)) ?? []
    for name in names.sorted() where files.contents(atPath: database + "/" + name) == data {
      if let zone = zone(namedBy: database + "/" + name) { return zone }
    }
    return nil
  }

  /// Returns the zone named by a path in a database, such as `/usr/share/zoneinfo/Asia/Tokyo`.
  private static func zone(namedBy path: String) -> TimeZone? {
    groups(of: "(.*/zoneinfo/)(posix/|right/)?(.+)", in: path).flatMap { TimeZone(identifier: $0[3]) }
  }

  /// Returns the match of a pattern with the whole text, followed by its capture groups; a group without a match is empty.
  private static func groups(of pattern: String, in text: String) -> [String]? {
    guard let match = try? Regex(pattern).wholeMatch(in: text) else { return nil }
    return (0..<match.count).map { String(match[$0].substring ?? "") }
  }
}
