/// Colours text, or doesn't.
struct Ink: Sendable, Equatable {
  var isColored: Bool

  /// Parameters of the escape sequence that terminals call "select graphic rendition".
  enum Color: String, Sendable {
    case reverse = "7"
    case bold = "1"
    case faint = "2"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case boldMagenta = "1;35"
  }

  func callAsFunction(_ color: Color, _ text: String) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
