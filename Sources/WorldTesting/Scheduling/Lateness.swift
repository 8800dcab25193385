// SPDX-License-Identifier: MIT

import World
import WorldSimulation

/// How late sleeps and steps are where time passes by itself. A sleep lasts at least as long as asked for, and may last
/// any time longer. While tasks are ready, others' sleeps may end.
struct Lateness: Sendable {
  /// The delays of a sleep, by its duration. The first is none.
  static let delays: [@Sendable (Duration) -> Duration] = [
    { _ in .zero }, { _ in .milliseconds(1) }, { $0 }, { min($0, Lateness.longestDuration) * 10 },
  ]

  /// Some 30,000 years: such durations times ten don't overflow.
  static let longestDuration = Duration.seconds(1_000_000_000_000)

  private(set) var sleeps: ChoiceRow
  /// The steps before which time passes until the next sleep ends.
  private(set) var steps: ChoiceRow
  private var random: SplitMix
  /// How many of 256 sleeps are late. Half as many steps are.
  private let rate: Int
  /// Whether any step may be late.
  let stepsMayBeLate: Bool
  /// By how much steps were late since no task was ready.
  private var late = Duration.zero
  /// Real machines are late by some milliseconds. A test that waits a minute for a second's work must not fail.
  static let longestDelay = Duration.milliseconds(100)

  init(planned: Choices = Choices(), steps: Choices = Choices(), rate: Int = 0, seed: UInt64 = 0) {
    sleeps = ChoiceRow(planned: planned)
    self.steps = ChoiceRow(planned: steps)
    self.rate = rate
    stepsMayBeLate = rate > 0 || !steps.isEmpty
    random = SplitMix(seed: seed)
  }

  /// Chooses whether the next step is late, so that time passes before it.
  mutating func choosesLateStep(by time: Duration) -> Bool {
    guard late + time <= Lateness.longestDelay, steps.choose(of: 2, rate: rate / 2, by: &random) > 0 else {
      return false
    }
    late += time
    return true
  }

  /// Notes that no task is ready.
  mutating func noteIdle() { late = .zero }

  /// Returns the delay of the next sleep.
  mutating func next(_ duration: Duration) -> Duration {
    Lateness.delays[sleeps.choose(of: Lateness.delays.count, rate: rate, by: &random)](duration)
  }
}
