import Foundation
import World
import WorldSimulation

/// Builds a film of days in a world whose time a time machine drives.
enum FilmBuilder {
  static let defaultRate: Double = 600

  /// A time machine that begins a little before the first of the days does.
  ///
  /// - Parameter rate: How many times as fast as real time its time passes.
  static func time(of days: [DayViewModel], rate: Double) -> TimeMachine {
    let start = days.flatMap { $0.events.map(\.moment) }.min() ?? Current.date()
    return TimeMachine(startingAt: start.addingTimeInterval(-600), rate: clamped(rate))
  }

  /// - Parameters:
  ///   - time: What drives the current world's time.
  ///   - sleep: Suspends in real time.
  static func build(
    of days: [DayViewModel], ink: Ink, time: TimeMachine, rate: Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> Film {
    let end = days.flatMap { $0.events.map(\.moment) }.max() ?? Current.date()
    return Film(
      screen: FilmScreen(days: days, ink: ink),
      playback: Playback(
        date: Current.date, freeze: { time.freeze() }, resume: { time.resume(rate: clamped($0)) }),
      rate: rate, end: end.addingTimeInterval(1800), wait: { try await sleep(.milliseconds(50)) })
  }

  private static func clamped(_ rate: Double) -> TimeMachine.Rate { TimeMachine.Rate(rate) ?? .realTime }
}
