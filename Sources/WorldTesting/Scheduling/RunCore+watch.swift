// SPDX-License-Identifier: MIT

extension RunCore {
  /// A task that waits until a condition holds.
  struct Watch: Sendable {
    enum Reason: Sendable {
      /// Another task ran a step.
      case step
      /// No other task can go on, unless time passes.
      case idle
      case timeout
    }

    var number: Int
    var task: Int
    /// The number of steps before it.
    var steps: Int
    /// Whether it has looked since no other task can go on.
    var isIdle: Bool
    var continuation: UnsafeContinuation<Reason, Never>
  }

  /// Lets the running task look at a condition after the next step of another.
  ///
  /// - Parameters:
  ///   - number: The number of the wait, which looks several times.
  ///   - isIdle: Whether it knows that no other task can go on, so that time may pass.
  mutating func watch(_ number: Int, isIdle: Bool, _ continuation: UnsafeContinuation<Watch.Reason, Never>) {
    // Others could go on further before it looks.
    omitsOrders = true
    continuing = interrupted
    watches.append(
      Watch(number: number, task: step.task, steps: watchedSteps, isIdle: isIdle, continuation: continuation))
  }

  /// Returns whether a task waits for a condition, which only steps of others can change.
  func isWatching(_ task: Int) -> Bool { watches.contains { $0.task == task } }

  /// Returns a task that is to look at its condition now.
  mutating func nextWatch(where isDue: (Watch) -> Bool) -> UnsafeContinuation<Watch.Reason, Never>? {
    guard let place = watches.firstIndex(where: isDue) else { return nil }
    let watch = watches.remove(at: place)
    looking = watch.task
    return watch.continuation
  }
}
