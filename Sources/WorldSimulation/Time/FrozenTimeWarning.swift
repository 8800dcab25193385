// SPDX-License-Identifier: MIT

import World

/// Warns when tasks sleep in frozen time, perhaps forever. It writes a line to standard error and doesn't fail a test, because the
/// duration of a test depends on the machine.
package struct FrozenTimeWarning: Sendable {
  /// The real time after which it warns.
  package var limit: Duration
  package var write: @Sendable (String) -> Void

  package init(limit: Duration, write: @escaping @Sendable (String) -> Void) {
    self.limit = limit
    self.write = write
  }

  package static let standard = FrozenTimeWarning(limit: .seconds(10), write: writeLineToStandardError)
}

extension TimeMachine {
  /// Creates the frozen machine of a mock world, which warns once if tasks sleep and nothing moves it.
  package convenience init(
    mockAt date: Instant, real: RealTime = .system, warning: FrozenTimeWarning = .standard
  ) {
    self.init(at: date, motion: .frozen, real: real, warning: warning)
  }

  @inline(never)
  func writeWarning(in test: String?) {
    guard let warning else { return }
    let (count, deadline, position) = state.withLock { state in
      state.alarm = nil
      state.isWarningWritten = true
      return (
        state.sleepers.count, state.sleepers.earliestDeadline, state.timeline.position(at: .zero)
      )
    }
    guard let deadline else { return }
    let missing = deadline.saturatingSubtract(position).inSeconds
    let fixes = World.Issue.text(of: [
      "start what sleeps in a Task { … }, and move time: try await Current.time.waitForSleepers(\(count)); await Current.time.advance(by: .seconds(\(missing)))",
      "in a test of Swift Testing, let it pass when nothing else can go on: @Test(.world(.mock, autoAdvance: true))",
      "let it pass as real time does: Current.use(TimeMachine(startingAt: Current.date()))",
    ])
    warning.write(
      """
      World: Time has stood still for \(warning.limit.inSeconds) s in the mock world\(test.map { " of \($0)" } ?? ""), \
      where \(count == 1 ? "a task sleeps" : "\(count) tasks sleep"), the first for \(missing) s more.\(fixes)
      """)
  }
}
