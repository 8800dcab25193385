// SPDX-License-Identifier: MIT

// check-world: allow-file real time is read here

import World

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The real time that a time machine is based on. Tests replace it.
package struct RealTime: Sendable {
  /// Elapsed time, from any origin; it never goes back.
  package var elapsed: @Sendable () -> Duration
  /// The system clock's date.
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
    let start = now
    return RealTime(
      elapsed: { now - start },
      date: { systemDate },
      // In a test, `Task.sleep` would be virtual.
      sleep: { duration in
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await Task.sleep(for: duration) }
      })
  }()

  // In a test, `ContinuousClock` and `Date()` would be virtual, too.
  #if os(Linux)
    private static var now: Duration {
      let time = time(of: CLOCK_BOOTTIME)
      return Duration(
        secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
    }

    private static var systemDate: Date {
      let time = time(of: CLOCK_REALTIME)
      return Date(timeIntervalSince1970: TimeInterval(time.tv_sec) + TimeInterval(time.tv_nsec) / 1e9)
    }

    private static func time(of clock: clockid_t) -> timespec {
      var time = timespec()
      clock_gettime(clock, &time)
      return time
    }
  #else
    private static var now: Duration { origin.duration(to: .now) }
    private static var systemDate: Date { Date() }
    private static let origin = ContinuousClock.now
  #endif
}

extension TimeMachine {
  /// The task that waits in real time for the earliest deadline.
  struct Alarm: Sendable {
    /// The deadline, and the timeline's count of changes when the alarm was set.
    var deadline: Duration
    var changes: Int
    var task: Task<Void, Never>
  }

  /// The longest wait that a system clock supports.
  private static let longestWait = Duration.seconds(86_400)

  /// Sets the alarm to the earliest deadline, if real time alone reaches it.
  @inline(never)
  func setAlarm() {
    let now = real.elapsed()
    // A scheduler reports by itself that time stands still.
    let warning = SchedulerProvider.current == nil ? warning : nil
    let test = warning == nil ? nil : IssueReporter.tests?.runningTest
    let obsolete: Task<Void, Never>? = state.withLock { state in
      var deadline = state.sleepers.earliestDeadline
      let changes = state.timeline.changes
      let isStill = deadline != nil && state.timeline.motion == .frozen
      // One alarm for all tasks that sleep while time stands still.
      if isStill { deadline = .farthest }
      if let alarm = state.alarm, alarm.deadline == deadline, alarm.changes == changes { return nil }
      let obsolete = state.alarm?.task
      state.alarm = nil
      if let deadline, let wait = state.timeline.realTime(until: deadline, at: now) {
        let wait = min(max(wait, .nanoseconds(1)), TimeMachine.longestWait)
        // Detached, so that it doesn't retain the scope of the sleeping task.
        let task = Task.detached { [weak self, sleep = real.sleep] in
          guard (try? await sleep(wait)) != nil else { return }
          self?.ring(deadline, changes)
        }
        state.alarm = Alarm(deadline: deadline, changes: changes, task: task)
      } else if let deadline, let warning, !state.isWarningWritten {
        let task = Task.detached { [weak self, sleep = real.sleep] in
          guard (try? await sleep(warning.limit)) != nil else { return }
          self?.writeWarning(in: test)
        }
        state.alarm = Alarm(deadline: deadline, changes: changes, task: task)
      }
      return obsolete
    }
    obsolete?.cancel()
  }

  private func ring(_ deadline: Duration, _ changes: Int) {
    state.withLock { state in
      if let alarm = state.alarm, alarm.deadline == deadline, alarm.changes == changes { state.alarm = nil }
    }
    wakeDueSleepers()
  }
}
