import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Simulation: CustomStringConvertible {
  /// Each part that is simulated, as flags and variables say it.
  var texts: [(part: SimulatedPart, text: String)] {
    let texts: [(SimulatedPart, String?)] = [
      (.locale, locale?.identifier), (.timezone, timezone?.name), (.calendar, calendar?.name),
      (.date, date?.start.iso8601), (.clock, date?.clockText), (.seed, seed.map { "\($0)" }),
    ]
    return texts.compactMap { part, text in text.map { (part, $0) } }
  }

  /// The flags that say the same, each followed by its value.
  ///
  /// ```swift
  /// Simulation(seed: 42).arguments == ["--seed", "42"]
  /// ```
  public var arguments: [String] { texts.flatMap { [$0.part.flag, $0.text] } }

  /// The flags in one line: `--locale fr_FR --date 2024-02-29T23:59:59Z --clock frozen`. Empty, if nothing is
  /// simulated.
  public var description: String {
    // A locale may have been given any identifier; it mustn't end the line, or look like a flag.
    texts.map { part, text in
      let isPlain = !text.isEmpty && !text.contains(" ") && text.quoted == "\"\(text)\""
      return "\(part.flag) \(isPlain ? text : text.quoted)"
    }.joined(separator: " ")
  }

  /// The line with which a program says that it runs simulated; `nil`, if nothing is.
  ///
  /// ```swift
  /// if let notice = simulation.notice { standardError.write("greet: \(notice)\n") }
  /// ```
  public var notice: String? { isEmpty ? nil : "runs in a simulated world: \(self)" }
}
