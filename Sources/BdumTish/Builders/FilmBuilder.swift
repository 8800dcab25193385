// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation

/// Builds a film of days from the current world, whose time a time machine drives.
enum FilmBuilder {
  /// Returns the time machine of a film's world. It starts ten minutes before the first event.
  ///
  /// - Parameter rate: The speed, as a multiple of real time; by default, the film takes half a minute.
  static func time(of days: [DayViewModel], rate: Double?) -> TimeMachine {
    let start = (days.compactMap(\.events.first?.moment).min() ?? Current.date()).addingTimeInterval(-600)
    let rate = rate ?? FilmViewModel.rate(for: end(of: days).timeIntervalSince(start))
    return TimeMachine(startingAt: start, rate: clamped(rate))
  }

  private static func end(of days: [DayViewModel]) -> Date {
    (days.compactMap(\.events.last?.moment).max() ?? Current.date()).addingTimeInterval(1800)
  }

  /// - Parameter sleep: Suspends in real time.
  static func build(
    of days: [DayViewModel], sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> FilmViewModel {
    let time = Current.time
    return FilmViewModel(
      days: days, rate: time.motion.rate, end: end(of: days), time: Current.date,
      freeze: { time.freeze() }, resume: { time.resume(rate: clamped($0)) },
      wait: { try await sleep(.milliseconds(50)) })
  }

  private static func clamped(_ rate: Double) -> TimeMachine.Rate { TimeMachine.Rate(rate) ?? .realTime }
}
