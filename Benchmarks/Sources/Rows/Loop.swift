import Foundation

/// An operation that is repeated many times.
struct Loop: Sendable {
  let count: Int
  let body: @Sendable (_ count: Int) -> Void

  /// - Parameters:
  ///   - count: The number of operations that take about half a millisecond: short enough to be rarely interrupted,
  ///     long enough for the clock.
  ///   - body: Performs `count` operations.
  init(_ count: Int, _ body: @escaping @Sendable (_ count: Int) -> Void) {
    self.count = count
    self.body = body
  }

  /// Times in nanoseconds per operation.
  struct Times {
    /// The thread's own time, without the time of other processes.
    let running: Double
    /// The wall-clock time.
    let elapsed: Double
  }

  func times() -> Times {
    let begin = (running: nanoseconds(of: CLOCK_THREAD_CPUTIME_ID), elapsed: nanoseconds(of: CLOCK_MONOTONIC))
    body(count)
    return Times(
      running: (nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) - begin.running) / Double(count),
      elapsed: (nanoseconds(of: CLOCK_MONOTONIC) - begin.elapsed) / Double(count))
  }

  /// Returns the duration of one operation, as a multiple of the baseline's.
  ///
  /// The baseline is measured directly before and after, so that a machine that gets slower or faster meanwhile favors
  /// neither.
  ///
  /// - Parameter floor: The minimum that counts for the baseline, in nanoseconds. If the baseline takes less, it counts as this
  ///   long, and the operation as longer by the measured difference.
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

/// Stores results, so that the optimizer can't remove the work.
nonisolated(unsafe) var sink = 0.0
