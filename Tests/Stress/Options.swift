/// What the program is asked to do.
struct Options {
  var seed: UInt64 = 1
  /// How long everything but the counted writes runs; `nil` without an end.
  var seconds: Double? = 20
  /// After how many rounds each part ends, if it doesn't end earlier.
  var rounds = Int.max
  /// How many writes are counted.
  var writes = Options.isOptimized ? 1_000_000 : 40_000
  /// How often another process of this program, which does the work, is stopped and continued.
  var stops = 0
  /// How many processes are killed while they write files, instead of everything else.
  var kills = 0

  static let help = """
    usage: Stress [--seed N] [--seconds N | --forever] [--rounds N] [--writes N] [--stops N]
                  [--kills N]
      --seed N       what the random numbers begin with; 1
      --seconds N    how long it runs; 20
      --forever      until it is ended
      --rounds N     ends each part after N rounds
      --writes N     how many writes of two dependencies are counted; 1,000,000, and 40,000 in a debug build
      --stops N      runs in a child process, which is stopped and continued N times
      --kills N      instead, kills N processes that write settings and events, some with a full disk, and reads the files
    """

  /// - Returns: `nil` if a word isn't understood.
  init?(_ words: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--forever" {
        seconds = nil
        continue
      }
      guard let text = words.popFirst(), let number = Int(text), number >= 0 else { return nil }
      switch word {
      case "--seed": seed = UInt64(number)
      case "--seconds": seconds = Double(number)
      case "--rounds": rounds = number
      case "--writes": writes = number
      case "--stops": stops = number
      case "--kills": kills = number
      default: return nil
      }
    }
  }

  private static var isOptimized: Bool {
    var isOptimized = true
    assert(
      {
        isOptimized = false
        return true
      }())
    return isOptimized
  }
}
