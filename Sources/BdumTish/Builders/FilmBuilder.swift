import Foundation
import World
import WorldSimulation

/// Builds a film of days from the current world, whose time a time machine drives.
enum FilmBuilder {
  /// The time machine that a film's world is to have: it begins a little before the first of the days does.
  ///
  /// - Parameter rate: How many times as fast as real time its time passes.
  static func time(of days: [DayViewModel], rate: Double) -> TimeMachine {
    let start = days.compactMap(\.events.first?.moment).min() ?? Current.date()
    return TimeMachine(startingAt: start.addingTimeInterval(-600), rate: clamped(rate))
  }

  /// - Parameter sleep: Suspends in real time.
  static func build(
    of days: [DayViewModel], sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> FilmViewModel {
    let time = Current.time
    let end = days.compactMap(\.events.last?.moment).max() ?? Current.date()
    return FilmViewModel(
      days: days, rate: time.motion.rate, end: end.addingTimeInterval(1800), time: Current.date,
      freeze: { time.freeze() }, resume: { time.resume(rate: clamped($0)) },
      wait: { try await sleep(.milliseconds(50)) })
  }

  private static func clamped(_ rate: Double) -> TimeMachine.Rate { TimeMachine.Rate(rate) ?? .realTime }
}
