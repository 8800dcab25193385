// check-world: allow-file here is the machine's time

import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time outside, on which a time machine's time ticks. Tests put their own in its place.
package struct RealTime: Sendable {
  /// Elapsed time, from anywhere; it never goes back.
  package var elapsed: @Sendable () -> Duration
  /// What time it is.
  package var date: @Sendable () -> Date
  /// Suspends for a duration; throws when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(
    elapsed: @escaping @Sendable () -> Duration, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.elapsed = elapsed
    self.date = date
    self.sleep = sleep
  }

  /// The system's clocks. Elapsed time also passes while the computer sleeps.
  static let system: RealTime = {
    let start = ContinuousClock.now
    return RealTime(
      elapsed: { start.duration(to: .now) },
      date: { Date() },
      sleep: { try await Task.sleep(for: $0) })
  }()
}
