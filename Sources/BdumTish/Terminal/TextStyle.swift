// SPDX-License-Identifier: MIT

/// Whether text is coloured and animated. A terminal must be able to, and no flag or variable may forbid it.
struct TextStyle: Sendable, Equatable {
  var ink: Ink
  var isAnimated: Bool

  init(_ arguments: Arguments, environment: [String: String], isTerminal: Bool) {
    // A terminal without a name can't do more than a dumb one.
    let isCapable = isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
    let isColorWelcome = (environment["NO_COLOR"] ?? "").isEmpty
    ink = Ink(isColored: isCapable && isColorWelcome && arguments.wantsColor)
    isAnimated = isCapable && arguments.wantsAnimation
  }
}

/// Colours text, if colours are on.
struct Ink: Sendable, Equatable {
  var isColored: Bool

  /// Parameters of the escape sequence "select graphic rendition".
  enum Color: String, Sendable {
    case reverse = "7"
    case bold = "1"
    case faint = "2"
    case yellow = "33"
    case cyan = "36"
    case boldMagenta = "1;35"
  }

  func callAsFunction(_ color: Color, _ text: String) -> String {
    isColored ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }
}
