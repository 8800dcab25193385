/// Unicode's isolates: what stands between them takes its direction from itself, and lends it to nobody.
enum Isolation {
  static let firstStrong = "\u{2068}"
  static let pop = "\u{2069}"

  static func isolate(_ text: String) -> String { firstStrong + text + pop }
}
