/// A terminal that is drawn on and whose keys are read, as functions.
struct TerminalDevice: Sendable {
  enum Signal: Sendable, Equatable {
    /// The process is to end by it.
    case end(Int32)
    /// The process is to stop until it is continued.
    case stop(Int32)
  }

  var write: @Sendable (String) throws(Console.OutputError) -> Void
  /// The size now.
  var size: @Sendable () -> FilmScreen.Size
  /// What was pressed since the last call.
  var keys: @Sendable () -> [Key]
  /// A signal that came since the last call.
  var signal: @Sendable () -> Signal?
  /// Has a signal do what it does.
  var raise: @Sendable (Int32) -> Void
  /// Whether keys come at once and unseen, and signals to ``signal``.
  var setRaw: @Sendable (Bool) -> Void

  /// Which side lines begin at, as a parameter of the sequence "select character path". Terminals that can't do it
  /// ignore it.
  enum Direction: Int, Sendable {
    case unchanged, leftToRight, rightToLeft

    var sequence: String { "\u{1B}[\(rawValue) k" }
  }

  /// Shows a screen of its own, without a cursor.
  func enter(direction: Direction) throws(Console.OutputError) {
    setRaw(true)
    do {
      try write("\u{1B}[?1049h\u{1B}[?25l" + direction.sequence)
    } catch {
      setRaw(false)
      throw error
    }
  }

  /// Shows again what was before, and the cursor.
  func leave() {
    // A closed output shows no cursor either.
    try? write("\u{1B}[0m\(Direction.unchanged.sequence)\u{1B}[?25h\u{1B}[?1049l")
    setRaw(false)
  }

  /// Replaces what the screen shows.
  func draw(_ lines: [String]) throws(Console.OutputError) {
    try write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }
}

/// What the keys of a film ask for.
enum Key: Sendable, Equatable {
  case pause, faster, slower, quit

  /// The keys in what a terminal sent. An arrow is an escape sequence.
  static func all(in bytes: [UInt8]) -> [Key] {
    var keys: [Key] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: " "): keys.append(.pause)
      case UInt8(ascii: "q"), UInt8(ascii: "Q"): keys.append(.quit)
      case 0x1B:
        guard let bracket = rest.first, bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "O") else {
          continue
        }
        rest.removeFirst()
        switch rest.popFirst() {
        case UInt8(ascii: "A"), UInt8(ascii: "C"): keys.append(.faster)
        case UInt8(ascii: "B"), UInt8(ascii: "D"): keys.append(.slower)
        default: continue
        }
      default: continue
      }
    }
    return keys
  }
}
