/// Which styles the output supports. Colour and motion are for terminals, unless the user turns them off.
struct TextStyle: Sendable, Equatable {
  var isColored: Bool
  var isAnimated: Bool

  init(_ arguments: Arguments, environment: [String: String], isTerminal: Bool) {
    // A terminal without a name counts as a dumb one.
    let isCapable = isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
    let isColorWelcome = (environment["NO_COLOR"] ?? "").isEmpty
    isColored = isCapable && isColorWelcome && arguments.wantsColor
    isAnimated = isCapable && arguments.wantsAnimation
  }

  var ink: Ink { Ink(isColored: isColored) }

  /// How the parts of a day follow each other.
  ///
  /// - Parameter rate: How many seconds of the world pass in one of real time; 0 if time is frozen.
  func pace(rate: Double) -> Film.Pace {
    guard isAnimated else { return .atOnce }
    if rate > 1 { return .asTheyHappen }
    return .steadily(.milliseconds(180) * (rate == 0 ? 1 : rate))
  }
}
