/// How text may look here: colour and motion are for terminals, and only where nobody minds.
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

  /// How the parts of a day follow each other.
  ///
  /// - Parameter rate: How many seconds of the world pass in one of real time; none, where time stands still.
  func pace(rate: Double) -> Film.Pace {
    guard isAnimated else { return .atOnce }
    if rate > 1 { return .asTheyHappen }
    return .steadily(.milliseconds(180) * (rate == 0 ? 1 : rate))
  }
}
