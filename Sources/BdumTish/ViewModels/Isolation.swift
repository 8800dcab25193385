/// Unicode's isolates: the direction of the text between them depends on that text alone, and doesn't affect the text around.
enum Isolation {
  static let firstStrong = "\u{2068}"
  static let pop = "\u{2069}"

  static let rightToLeft = "\u{2067}"

  static func isolate(_ text: String) -> String { firstStrong + text + pop }

  static func isolateRightToLeft(_ text: String) -> String { rightToLeft + text + pop }

  /// A name in Latin letters, isolated where the language runs the other way.
  static func isolateIfNeeded(_ name: String, in language: Language) -> String {
    language.isRightToLeft ? isolate(name) : name
  }
}
