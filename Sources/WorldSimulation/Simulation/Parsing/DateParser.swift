import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads dates as ISO 8601 writes them: an instant with its offset (`2024-02-29T23:59:59Z`), or a date or a
/// time of a place (`2024-03-10`, `2024-03-10T08:30`).
///
/// A date without a time means the day's first moment. A time that the clocks show twice means the first.
struct DateParser {
  /// Where dates without an offset are read.
  var timeZone: TimeZone

  func parse(_ text: String) throws(InvalidValue) -> Date {
    guard let fields = DateFields(exactly: text) else {
      let guess = DateFields(guessedFrom: text)
      throw InvalidValue(reason: "is not an ISO 8601 date", suggestions: [guess.map(nearest) ?? example])
    }
    do throws(Impossibility) {
      return try date(of: fields)
    } catch {
      throw InvalidValue(reason: error.reason, suggestions: [nearest(fields)])
    }
  }

  private struct Impossibility: Error {
    var reason: String
  }

  private let example = "2024-02-29T23:59:59Z"

  private func date(of fields: DateFields) throws(Impossibility) -> Date {
    let calendar = fields.calendar(in: timeZone)
    guard fields == fields.clamped(in: calendar), let date = calendar.date(from: fields.components) else {
      throw Impossibility(reason: "does not exist")
    }
    guard fields.agree(with: date, in: calendar) else {
      throw Impossibility(reason: "does not exist in \(timeZone.name)")
    }
    // The year must be one that can be written, at the place and in UTC.
    for zone in [timeZone, .gmt] {
      let year = DateFields(date, of: fields, in: DateFields.calendar(in: zone)).year
      guard DateFields.years.contains(year) else {
        throw Impossibility(reason: "is outside the years 0001 to 9999 in \(zone.name)")
      }
    }
    return date.addingTimeInterval(Double(fields.milliseconds) / 1000)
  }

  /// The nearest text that is a date.
  private func nearest(_ fields: DateFields) -> String {
    let calendar = fields.calendar(in: timeZone)
    let possible = fields.clamped(in: calendar)
    guard let date = calendar.date(from: possible.components) else { return example }
    // At either end of the years, zones are up to two days apart.
    let nearby = [0, 1, -1, 2, -2].map { days in
      DateFields(date.addingTimeInterval(Double(days * 86400)), of: possible, in: calendar)
    }
    return ([possible] + nearby).first { (try? self.date(of: $0)) != nil }?.text ?? example
  }
}
