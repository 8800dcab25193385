// SPDX-License-Identifier: MIT

import Foundation

extension Date {
  /// ISO 8601 with the zone's offset, `2024-03-01T08:59:59+09:00`, in UTC with `Z`; milliseconds where there are
  /// any.
  func iso8601(in timeZone: TimeZone) -> String {
    let milliseconds = (timeIntervalSinceReferenceDate * 1000).rounded()
    let style = Date.ISO8601FormatStyle(
      timeZoneSeparator: .colon,
      includingFractionalSeconds: milliseconds.truncatingRemainder(dividingBy: 1000) != 0, timeZone: timeZone)
    // Foundation rounds down, and few milliseconds can be represented exactly.
    return Date(timeIntervalSinceReferenceDate: (milliseconds + 0.25) / 1000).formatted(style)
  }
}
