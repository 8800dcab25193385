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
  package static let system: RealTime = {
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
  /// The task that waits in real time for the earliest deadline, or for the limit of sleeps in time that stands still.
  struct Alarm: Sendable {
    /// The deadline, and the timeline's count of changes when the alarm was set.
    var deadline: Duration
    var changes: Int
    /// The number of a watch of sleeps; 0 for an alarm that wakes them.
    var watch = 0
    var task: Task<Void, Never>
  }

  /// The longest wait that a system clock supports.
  private static let longestWait = Duration.seconds(86_400)

  /// Sets the alarm to the earliest deadline, if real time alone reaches it.
  @inline(never)
  func setAlarm() {
    let now = real.elapsed()
    // A scheduler reports by itself that time stands still.
    let hasLimit = (isOfMock || IssueReporter.tests != nil) && SchedulerProvider.current == nil
    let test = hasLimit ? IssueReporter.tests?.runningTest : nil
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
      } else if let deadline, hasLimit {
        state.watchCount += 1
        state.alarm = Alarm(
          deadline: deadline, changes: changes, watch: state.watchCount,
          task: watchSleeps(
            state.watchCount, upTo: state.sleepers.lastTicket, isSaid: state.isStillSaid, in: test))
      }
      return obsolete
    }
    obsolete?.cancel()
  }

  /// Watches the sleeps up to a ticket, while time stands still.
  private func watchSleeps(_ number: Int, upTo last: UInt64, isSaid: Bool, in test: String?) -> Task<
    Void, Never
  > {
    limit.watch(in: real, isSaid: isSaid) { [weak self] time in
      self?.textOfStandstill(after: time, in: test)
    } end: { [weak self] error in
      guard let self else { return }
      let ended: [Sleeper] = state.withLock { state in
        // Time may have moved meanwhile.
        guard state.alarm?.watch == number else { return [] }
        state.alarm = nil
        return state.sleepers.removeAll { $0 <= last && $1.isOfTask && !$1.isScheduled }
      }
      for sleeper in ended { sleeper.end(error) }
      setAlarm()
    }
  }

  private func textOfStandstill(after time: Duration, in test: String?) -> WaitLimit.Text? {
    let (count, deadline, position) = state.withLock { state in
      state.isStillSaid = true
      return (state.sleepers.count, state.sleepers.earliestDeadline, state.timeline.position(at: .zero))
    }
    guard let deadline else { return nil }
    let missing = deadline.saturatingSubtract(position).inSeconds
    return WaitLimit.Text(
      """
      Time has stood still for \(time.inSeconds) s in \(test ?? (isOfMock ? "a mock world" : "a frozen time machine")), \
      where \(count == 1 ? "a task sleeps" : "\(count) tasks sleep"), the first for \(missing) s more
      """,
      fixes: [
        "start what sleeps in a Task { … }, and move time: try await Current.time.waitForSleepers(\(count)); await Current.time.advance(by: .seconds(\(missing)))",
        "in a test of Swift Testing, let it pass when nothing else can go on: @Test(.world(.mock, autoAdvance: true))",
        "let it pass as real time does: Current.use(TimeMachine(startingAt: Current.date()))",
      ])
  }

  private func ring(_ deadline: Duration, _ changes: Int) {
    state.withLock { state in
      if let alarm = state.alarm, alarm.deadline == deadline, alarm.changes == changes { state.alarm = nil }
    }
    wakeDueSleepers()
  }
}
