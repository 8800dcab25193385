import Foundation

/// The same operation many times over.
struct Loop: Sendable {
  let count: Int
  let body: @Sendable (_ count: Int) -> Void

  /// - Parameters:
  ///   - count: How many operations make a slice of about half a millisecond: short enough to be rarely
  ///     interrupted, long enough for the clock.
  ///   - body: Does as many.
  init(_ count: Int, _ body: @escaping @Sendable (_ count: Int) -> Void) {
    self.count = count
    self.body = body
  }

  /// Nanoseconds an operation.
  struct Times {
    /// What the thread ran, without what other processes took meanwhile.
    let running: Double
    /// What a clock on the wall says.
    let elapsed: Double
  }

  func times() -> Times {
    let begin = (running: nanoseconds(of: CLOCK_THREAD_CPUTIME_ID), elapsed: nanoseconds(of: CLOCK_MONOTONIC))
    body(count)
    return Times(
      running: (nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - begin.running) / Double(count),
      elapsed: (nanoseconds(of: CLOCK_MONOTONIC) - begin.elapsed) / Double(count))
  }

  /// How long one operation takes, as a multiple of another's.
  ///
  /// The other is measured directly before and directly after, so that a machine that gets slower or faster in
  /// between favours neither.
  ///
  /// - Parameter floor: What the other counts as at least, in nanoseconds. Where it takes less, the ratio is that of a machine
  ///   where it takes so long, and the same nanoseconds are added.
  func ratio(to baseline: Loop, atLeast floor: Double = 0) -> Figure {
    let before = baseline.times().running
    let subject = times().running
    let after = baseline.times().running
    let other = (before + after) / 2
    return Figure(ratio: 1 + (subject - other) / max(other, floor), nanoseconds: subject)
  }

  private func nanoseconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Where results go, so that the optimiser can't leave out the work.
nonisolated(unsafe) var sink = 0.0
