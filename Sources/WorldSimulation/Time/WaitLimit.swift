// SPDX-License-Identifier: MIT

import World

/// Ends a test's wait for sleepers that lasts too long in real time.
final class WaitLimit: Sendable {
  /// The error of a wait that was ended.
  struct Exceeded: Error, CustomStringConvertible {
    let description: String
  }

  private let machine: TimeMachine
  private let call: String
  private let isAtEnd: Bool
  private let state = Lock<(task: Task<Void, Never>?, isExceeded: Bool)>((nil, false))

  init(of machine: TimeMachine, in call: String, isAtEnd: Bool) {
    (self.machine, self.call, self.isAtEnd) = (machine, call, isAtEnd)
  }

  /// - Parameter endWait: Ends the wait.
  func begin(_ endWait: @escaping @Sendable () -> Void) {
    guard let tests = IssueReporter.tests else { return }
    let warning = machine.warning ?? .standard
    let place = tests.runningTest.map { " in the test \($0)" } ?? ""
    let task = Task.detached { [self, sleep = machine.real.sleep] in
      guard (try? await sleep(warning.limit)) != nil else { return }
      warning.write("World: \(text(after: warning.limit))\(place).\(World.Issue.text(of: fixes))")
      if isAtEnd { return endWait() }
      guard (try? await sleep(warning.limit * 5)) != nil else { return }
      state.withLock { $0.isExceeded = true }
      endWait()
    }
    state.withLock { $0.task = task }
  }

  func end() { state.withLock { $0.task }?.cancel() }

  /// Reports the wait if it lasted too long, and returns its error.
  func report() -> Exceeded? {
    guard state.withLock({ $0.isExceeded }) else { return nil }
    let text = text(after: (machine.warning ?? .standard).limit * 6)
    IssueReporter.report(text + ", and ended", fixes: fixes, isAtCaller: true)
    return Exceeded(description: text)
  }

  private func text(after duration: Duration) -> String {
    let sleepers = machine.sleeperCount
    let sleep = sleepers == 0 ? "no task sleeps" : sleepers == 1 ? "1 task sleeps" : "\(sleepers) tasks sleep"
    return "\(call)\(isAtEnd ? ", at its end," : "") has waited for \(duration.inSeconds) s, and \(sleep)"
  }

  private var fixes: [String] {
    [
      "wait for as many tasks as sleep at the same time, by Current.sleep or this machine",
      "in Swift Testing, use a mock world: @Test(.world(.mock)), where advance(by:) lets all tasks run as far as they can",
    ]
  }
}
