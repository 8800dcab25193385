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
  /// For a value that isn't a locale name, the C locale is used, as in the C library, and the value is reported. No
  /// later variable is read.
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

  /// Foundation's identifier for a POSIX locale name, `language[_TERRITORY][.codeset][@modifier]`; `nil` if the
  /// name isn't of that form.
  static func identifier(of name: String) -> String? {
    let (rest, modifier) = split(name, at: "@")
    let (locale, _) = split(rest, at: ".")
    if locale == "C" || locale == "POSIX" { return "en_US_POSIX" }
    let (language, territory) = split(locale, at: "_")
    guard (2...3).contains(language.count), language.allSatisfy(\.isASCIILetter) else { return nil }
    var parts = [language.lowercased()]
    if let script = modifier.flatMap({ scripts[$0.lowercased()] }) { parts.append(script) }
    if let territory {
      let isCountry = territory.count == 2 && territory.allSatisfy(\.isASCIILetter)
      let isRegion = territory.count == 3 && territory.allSatisfy(\.isASCIIDigit)
      guard isCountry || isRegion else { return nil }
      parts.append(territory.uppercased())
    }
    return parts.joined(separator: "_")
  }

  /// The modifiers that choose a script; others, such as `euro`, don't change dates.
  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]

  private static func split(_ text: String, at separator: Character) -> (head: String, tail: String?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
