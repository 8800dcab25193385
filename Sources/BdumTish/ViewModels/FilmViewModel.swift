// SPDX-License-Identifier: MIT

import Foundation

/// A film of days. Its time passes fast, and can be paused.
struct FilmViewModel: Sendable {
  var days: [DayViewModel]
  /// The speed, as a multiple of real time.
  var rate: Double
  var isPaused = false
  var end: Date

  var time: @Sendable () -> Date
  var freeze: @Sendable () -> Void
  var resume: @Sendable (_ rate: Double) -> Void
  /// Waits in real time until the next picture.
  var wait: @Sendable () async throws -> Void

  /// The speeds that keys choose from.
  static let rates: [Double] = [
    1, 10, 100, 200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 100_000, 1_000_000,
  ]

  /// Returns the speed at which a film of this length takes half a minute.
  static func rate(for length: TimeInterval) -> Double { rates.first { length / $0 < 32 } ?? 1_000_000 }

  /// Explains the keys.
  var keys: String { days.first?.format.language.keys ?? "" }

  /// Returns the speed, or that the film is paused, in the language of a day.
  func pace(for day: DayViewModel) -> String {
    let factor = Int(exactly: rate).map { "\($0)" } ?? "\(rate)"
    return isPaused ? day.format.language.paused : "\(factor)x"
  }

  mutating func togglePause() { go(at: rate, isPaused: !isPaused) }

  mutating func speedUp() { go(at: Self.rates.first { $0 > rate } ?? rate, isPaused: isPaused) }

  mutating func slowDown() { go(at: Self.rates.last { $0 < rate } ?? rate, isPaused: isPaused) }

  private mutating func go(at rate: Double, isPaused: Bool) {
    (self.rate, self.isPaused) = (rate, isPaused)
    if isPaused { freeze() } else { resume(rate) }
  }
}
