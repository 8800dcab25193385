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

  /// Waits until another thread resumes a task.
  ///
  /// - Returns: `false` if nothing came for so long, and then not before the main queue and the pool of threads had time
  ///   for something else: on a busy machine both may take seconds.
  func wait(for patience: Duration) -> Bool {
    // check-world: allow threads outside of a run are in real time
    if wait(until: .now() + patience.interval) { return true }
    if patience >= .seconds(1) {
      let answers = DispatchSemaphore(value: 0)
      // check-world: allow threads outside of a run are in real time
      let deadline = DispatchTime.now() + .seconds(30)
      for _ in 0..<3 {
        for queue in [DispatchQueue.main, DispatchQueue.global(qos: .background)] {
          queue.async { answers.signal() }
          if answers.wait(timeout: deadline) == .timedOut { break }
        }
      }
    }
    // check-world: allow threads outside of a run are in real time
    return wait(until: .now())
  }

  private func wait(until deadline: DispatchTime) -> Bool { semaphore.wait(timeout: deadline) == .success }
}

extension Duration {
  fileprivate var interval: DispatchTimeInterval {
    .nanoseconds(Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000))
  }
}
