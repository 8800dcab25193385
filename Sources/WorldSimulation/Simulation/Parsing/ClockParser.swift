// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads how a date moves, ignoring case: `frozen`, `ticking`, or a rate, `60x`. `60x@2024-02-29T23:59:59Z` also has the real date
/// at which it starts to move; by default, that is now.
enum ClockParser {
  typealias Clock = (motion: TimeMachine.Motion, realDate: Date?)

  static func parse(_ text: String) throws(InvalidValue) -> Clock {
    var scanner = TextScanner(text)
    let name = scanner.text(upTo: "@").lowercased()
    let hasAnchor = scanner.skip("@")
    if name == "frozen", !hasAnchor { return (.frozen, nil) }
    guard let rate = rate(of: name) else {
      throw InvalidValue(
        reason: "is not frozen, ticking or a rate such as 60x, from 1e-9x to 1e9x",
        suggestions: nearest(to: name))
    }
    guard hasAnchor else { return (.ticking(rate: rate), nil) }
    let anchor = scanner.rest
    let dates = DateParser(timezone: .gmt)
    do throws(InvalidValue) {
      let (date, isInstant) = try dates.parseDate(anchor)
      if isInstant { return (.ticking(rate: rate), date) }
      throw InvalidValue(reason: "has no offset", suggestions: [anchor])
    } catch {
      let nearest = error.suggestions.first.flatMap { try? dates.parse($0).iso8601 }
      throw InvalidValue(
        reason: "has an anchor that \(error.reason)",
        suggestions: ["\(name)@\(nearest ?? SimulationFlag.date.example)"])
    }
  }

  private static func rate(of name: String) -> TimeMachine.Rate? {
    if name == "ticking" { return .realTime }
    // `Double` accepts other forms, too, such as `0x1p-2`.
    let number = name.dropLast()
    guard name.last == "x", number.utf8.count < 40, number.utf8.allSatisfy(isOfRate),
      let first = number.utf8.first, let last = number.utf8.last, isDigit(first), isDigit(last)
    else { return nil }
    return Double(number).flatMap { TimeMachine.Rate($0) }
  }

  private static func isOfRate(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "-")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func nearest(to name: String) -> [String] {
    let start = name.utf8.drop { !isDigit($0) }
    guard let rate = Double(Substring(start.prefix { isDigit($0) || $0 == UInt8(ascii: ".") })) else {
      return NearestMatch.findAll(name, in: ["frozen", "ticking"])
    }
    let range = TimeMachine.Rate.range
    guard let rate = TimeMachine.Rate(min(max(rate, range.lowerBound), range.upperBound)), rate.factor > 1e-9
    else { return ["frozen"] }
    return [text(of: rate)]
  }

  /// `ticking`, `60x`, `0.5x`
  static func text(of rate: TimeMachine.Rate) -> String { rate == .realTime ? "ticking" : "\(rate)" }
}

extension TimeMachine.Anchor {
  /// The text that a ``ClockParser`` reads.
  var clockText: String {
    guard case .ticking(let rate) = motion else { return "frozen" }
    return "\(ClockParser.text(of: rate))@\(realDate.iso8601)"
  }
}
