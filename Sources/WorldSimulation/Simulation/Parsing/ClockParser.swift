import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads how a date moves: `frozen`, `ticking`, or at a rate, `60x`; since when, if it isn't now:
/// `60x@2024-02-29T23:59:59Z`.
enum ClockParser {
  enum Clock: Equatable {
    case frozen
    case running(rate: Double, since: Date?)
  }

  static func parse(_ text: String) throws(InvalidValue) -> Clock {
    if text == "frozen" { return .frozen }
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let rate = rate(of: name) else {
      throw InvalidValue(reason: reason, suggestions: [nearest(to: name)])
    }
    guard parts.count > 1 else { return .running(rate: rate, since: nil) }
    do throws(InvalidValue) {
      return .running(rate: rate, since: try anchor(String(parts[1])))
    } catch {
      let suggestions = error.suggestions.map { "\(name)@\(instant($0))" }
      throw InvalidValue(reason: "has an anchor that \(error.reason)", suggestions: suggestions)
    }
  }

  private static let reason = "is neither frozen nor ticking nor a rate such as 60x, from 0.001x to 1000000x"

  /// An instant, so with its offset.
  private static func anchor(_ text: String) throws(InvalidValue) -> Date {
    let date = try DateParser(timeZone: .gmt).parse(text)
    guard instant(text) == text else {
      throw InvalidValue(reason: "is no instant, since it has no offset", suggestions: [text])
    }
    return date
  }

  /// A date with an offset; UTC's, if it has none.
  private static func instant(_ text: String) -> String {
    guard let fields = DateFields(exactly: text), fields.time?.offset == nil else { return text }
    return text + (fields.time == nil ? "T00:00:00Z" : "Z")
  }

  private static func rate(of name: String) -> Double? {
    if name == "ticking" { return 1 }
    guard name.last == "x", let rate = decimal(name.dropLast()), SimulatedDate.rates.contains(rate) else {
      return nil
    }
    return rate
  }

  /// A number such as `60` and `0.5`, and nothing else of what `Double` would take.
  private static func decimal(_ text: Substring) -> Double? {
    var scanner = DigitScanner(text)
    guard scanner.digits(1...20) != nil else { return nil }
    if scanner.skip("."), scanner.digits(1...20) == nil { return nil }
    return scanner.isAtEnd ? Double(text) : nil
  }

  private static func nearest(to name: String) -> String {
    let start = name.unicodeScalars.prefix(64).drop { !("0"..."9").contains($0) }
    let number = String(Substring(start.prefix { ("0"..."9").contains($0) || $0 == "." }))
    guard let rate = Double(number) else {
      return NearestMatch.find(name, in: ["frozen", "ticking", "60x"])
    }
    return rate == 0 ? "frozen" : text(of: min(max(rate, 0.001), 1_000_000))
  }

  /// `ticking`, `60x`, `0.5x`
  static func text(of rate: Double) -> String {
    if rate == 1 { return "ticking" }
    return rate == rate.rounded() ? "\(Int(rate))x" : "\(rate)x"
  }
}

extension SimulatedDate {
  /// What a ``ClockParser`` reads.
  var clockText: String {
    switch motion {
    case .frozen: "frozen"
    case .running(let rate, let anchor): "\(ClockParser.text(of: rate))@\(anchor.iso8601)"
    }
  }
}
