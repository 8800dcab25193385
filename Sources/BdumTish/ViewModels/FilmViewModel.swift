// SPDX-License-Identifier: MIT

import Foundation

/// A film of days: their time passes fast, and can be paused.
struct FilmViewModel: Sendable {
  var days: [DayViewModel]
  /// How many times as fast as real time its time passes.
  var rate: Double
  var isPaused = false
  var end: Date

  var time: @Sendable () -> Date
  var freeze: @Sendable () -> Void
  var resume: @Sendable (_ rate: Double) -> Void
  /// Waits, in real time, until the film is to be looked at again.
  var wait: @Sendable () async throws -> Void

  /// The speeds that keys choose from.
  static let rates: [Double] = [
    1, 10, 100, 200, 500, 1000, 1500, 2000, 3000, 5000, 10_000, 100_000, 1_000_000,
  ]

  /// The speed at which so much time passes in about half a minute.
  static func rate(for length: TimeInterval) -> Double { rates.first { length / $0 < 32 } ?? 1_000_000 }

  /// Which keys do what.
  var keys: String { days.first?.format.language.keys ?? "" }

  /// How fast it runs, in the language of a day.
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
