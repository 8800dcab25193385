// SPDX-License-Identifier: MIT

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates in ISO 8601, with four digits for the year.
extension Date {
  /// The first and the last millisecond that can be written, in UTC.
  static let writable =
    Date(
      timeIntervalSinceReferenceDate: -63_114_076_800)...Date(
      timeIntervalSinceReferenceDate: 252_423_993_599.999)

  /// The date, or the nearest one that can be written.
  var inWritableYears: Date { min(max(self, Date.writable.lowerBound), Date.writable.upperBound) }

  /// The nearest date in whole milliseconds that can be written.
  @inline(never)
  package var inMilliseconds: Date {
    Date(timeIntervalSinceReferenceDate: inWritableYears.milliseconds / 1_000)
  }

  /// The milliseconds since the reference date.
  private var milliseconds: Double { (timeIntervalSinceReferenceDate * 1_000).rounded() }

  /// The date in ISO 8601, in UTC, with milliseconds if there are any.
  @inline(never)
  var iso8601: String {
    let style = Date.ISO8601FormatStyle(
      includingFractionalSeconds: milliseconds.truncatingRemainder(dividingBy: 1_000) != 0)
    // Foundation rounds down, and few milliseconds can be represented exactly.
    return Date(timeIntervalSinceReferenceDate: (milliseconds + 0.25) / 1_000).formatted(style)
  }
}
