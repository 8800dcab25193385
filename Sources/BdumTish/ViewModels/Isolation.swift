/// Unicode's isolates: the direction of the text between them depends on that text alone, and doesn't affect other text.
enum Isolation {
  static let firstStrong = "\u{2068}"
  static let pop = "\u{2069}"

  static func isolate(_ text: String) -> String { firstStrong + text + pop }
}
