import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Simulation {
  /// The flags that programs have from World.
  ///
  /// For programs that read their command line by hand, and want to name the nearest flag.
  public static var flags: [String] { SimulatedPart.allCases.map(\.flag) }

  /// What to print about the flags, two columns to the right; it ends in a line break.
  public static var help: String {
    let names = Calendar.Identifier.supportedNames
    let rows = [names.prefix(8), names.dropFirst(8).prefix(6), names.dropFirst(14)]
    let calendars = rows.map { "    " + $0.joined(separator: " ") }.joined(separator: "\n")
    return """
        --locale ID                  language and region, such as fr_FR or ar_EG
        --timezone ID                such as Asia/Tokyo, America/New_York or UTC
        --calendar ID                one of those below; else the locale's
        --date ISO8601               an instant, such as 2024-02-29T23:59:59Z or
                                     2024-03-01T08:59+09:00, or the place's own
                                     2024-03-10 or 2024-03-10T08:30
        --clock frozen|ticking|60x   how the date moves: not at all, as real time
                                     does, or 60 times as fast
        --seed N                     where chance begins, a whole number
        Calendars:
      \(calendars)
        The environment says the same by WORLD_LOCALE and so on. Flags win.

      """
  }
}

/// A command line, taken apart into World's flags and the rest.
struct SimulationArguments {
  private(set) var texts: SimulationReader.Texts = [:]
  private(set) var rest: [String] = []

  init(_ arguments: some Sequence<String>) throws(Simulation.ReadingError) {
    var ahead = Array(arguments)[...]
    while let argument = ahead.popFirst() {
      if argument == "--" {
        rest.append(argument)
        rest += ahead
        break
      }
      let words = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let part = SimulatedPart(flag: String(words[0])) {
        try take(part, words.count > 1 ? String(words[1]) : nil, followedBy: &ahead)
      } else {
        rest.append(argument)
      }
    }
  }

  /// Takes `--flag value` or `--flag=value`.
  private mutating func take(
    _ part: SimulatedPart, _ attached: String?, followedBy ahead: inout ArraySlice<String>
  ) throws(Simulation.ReadingError) {
    var value = attached
    if value == nil, let next = ahead.first, !next.hasPrefix("--") { value = ahead.popFirst() }
    let source = Simulation.ReadingError.Source.flag(part.flag)
    guard let value, !value.isEmpty else {
      throw .init(source, "needs a value, such as \(part.flag) \(part.example)")
    }
    if let earlier = texts.updateValue(SourcedText(text: value, source: source), forKey: part) {
      throw .init(
        source, "was given twice, as \(earlier.text.quoted) and \(value.quoted)")
    }
  }
}
