/// Whether text is coloured and animated: only on a terminal that can, and unless a flag or variable says no.
struct TextStyle: Sendable, Equatable {
  var isColored: Bool
  var isAnimated: Bool

  init(_ arguments: Arguments, environment: [String: String], isTerminal: Bool) {
    // Without a name of its own, a terminal is as dumb as one that says so.
    let isCapable = isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
    let isColorWelcome = (environment["NO_COLOR"] ?? "").isEmpty
    isColored = isCapable && isColorWelcome && arguments.wantsColor
    isAnimated = isCapable && arguments.wantsAnimation
  }

  var ink: Ink { Ink(isColored: isColored) }
}
