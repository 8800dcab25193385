import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads how a date moves, in any case: `frozen`, `ticking`, or at a rate, `60x`; also with the real date at which the
/// movement starts, if it isn't now: `60x@2024-02-29T23:59:59Z`.
enum ClockParser {
  typealias Clock = (motion: TimeMachine.Motion, realDate: Date?)

  @inline(never)
  static func parse(_ text: String) throws(InvalidValue) -> Clock {
    let parts = pieces(of: text, at: "@", limit: 2)
    let name = parts[0].lowercased()
    if name == "frozen", parts.count == 1 { return (.frozen, nil) }
    guard let rate = rate(of: name) else {
      throw InvalidValue(
        reason: "is not frozen, ticking or a rate such as 60x, from 1e-9x to 1e9x",
        suggestions: [nearest(to: name)])
    }
    guard parts.count > 1 else { return (.ticking(rate: rate), nil) }
    let dates = DateParser(timeZone: .gmt)
    do throws(InvalidValue) {
      let (date, isInstant) = try dates.parseDate(parts[1])
      if isInstant { return (.ticking(rate: rate), date) }
      throw InvalidValue(reason: "has no offset", suggestions: [parts[1]])
    } catch {
      let nearest = error.suggestions.first.flatMap { try? dates.parse($0).iso8601 }
      throw InvalidValue(
        reason: "has an anchor that \(error.reason)",
        suggestions: ["\(name)@\(nearest ?? SimulatedPart.date.example)"])
    }
  }

  @inline(never)
  private static func rate(of name: String) -> TimeMachine.Rate? {
    if name == "ticking" { return .realTime }
    guard name.utf8.last == UInt8(ascii: "x"), let rate = decimal(String(name.dropLast())) else { return nil }
    return TimeMachine.Rate(rate)
  }

  /// A number such as `60`, `0.5` and `1e-9`, but no other form that `Double` accepts.
  @inline(never)
  private static func decimal(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, first < 0x3A, first > 0x2F, last < 0x3A,
      last > 0x2F, bytes.count < 40
    else { return nil }
    let allowed = Array("0123456789.e-".utf8)
    for byte in bytes where !allowed.contains(byte) { return nil }
    return number(text)
  }

  /// Any number, as `Double` reads it.
  @inline(never)
  static func number(_ text: String) -> Double? { Double(text) }

  @inline(never)
  private static func nearest(to name: String) -> String {
    var number = ""
    for scalar in name.unicodeScalars.prefix(64) {
      let isPart = ("0"..."9").contains(scalar) || scalar == "." && !number.isEmpty
      if isPart { number.unicodeScalars.append(scalar) } else if !number.isEmpty { break }
    }
    guard let rate = self.number(number) else {
      return NearestMatch.find(name, in: ["frozen", "ticking", "60x"])
    }
    let range = TimeMachine.Rate.range
    guard let rate = TimeMachine.Rate(min(max(rate, range.lowerBound), range.upperBound)), rate.factor > 1e-9
    else { return "frozen" }
    return text(of: rate)
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
