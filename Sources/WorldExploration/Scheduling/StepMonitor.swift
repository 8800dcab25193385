import Dispatch
import Synchronization

/// Lets another thread see whether a step is still the same that it was.
final class StepMonitor: Sendable {
  /// The steps that began, times two; odd while one runs.
  private let count = Atomic<Int>(0)

  func begin() { count.add(1, ordering: .relaxed) }
  func end() { count.add(1, ordering: .relaxed) }

  /// A number that no other step has; `nil` between steps.
  var runningStep: Int? {
    let count = count.load(ordering: .relaxed)
    return count.isMultiple(of: 2) ? nil : count
  }
}

/// Lets the thread that runs the steps wait for other threads.
final class Arrival: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }

  /// - Returns: `false` if nothing came for so long.
  func wait(for patience: Duration) -> Bool {
    let nanoseconds = patience.components.seconds * 1_000_000_000 + patience.components.attoseconds / 1_000_000_000
    return semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
  }
}
