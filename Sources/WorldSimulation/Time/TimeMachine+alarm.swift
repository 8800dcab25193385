import World

extension TimeMachine {
  /// The task that waits in real time for the earliest deadline.
  struct Alarm: Sendable {
    /// What it was set for, and on which course of the timeline.
    var deadline: Duration
    var changes: Int
    var task: Task<Void, Never>
  }

  /// Real time is waited for in pieces, since the farthest deadline is farther than a system clock can wait.
  private static let longestWait = Duration.seconds(86_400)

  /// Makes the alarm fit the earliest deadline: none if time doesn't get there by itself.
  func setAlarm() {
    let now = real.elapsed()
    let obsolete: Task<Void, Never>? = state.withLock { state in
      let deadline = state.sleepers.earliestDeadline
      let changes = state.timeline.changes
      if let alarm = state.alarm, alarm.deadline == deadline, alarm.changes == changes { return nil }
      let obsolete = state.alarm?.task
      state.alarm = nil
      if let deadline, let wait = state.timeline.realTime(until: deadline, at: now) {
        let wait = min(max(wait, .nanoseconds(1)), TimeMachine.longestWait)
        // Detached, so that it holds no scope of whoever fell asleep.
        let task = Task.detached { [weak self, sleep = real.sleep] in
          guard (try? await sleep(wait)) != nil else { return }
          self?.ring(deadline, changes)
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
    wakeWhoIsDue()
  }
}
