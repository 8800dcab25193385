import Dispatch
import Foundation
import World

/// A thread for the runs of one exploration.
///
/// Not one of the runtime's pool, which has as many as there are cores: a step that blocks forever would take one away
/// from all other tests.
final class ExplorerThread: TaskExecutor {
  private let jobs = Lock<[UnownedJob?]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { [self] in
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
    // As the main thread has, since a test's recursion may be deep.
    thread.stackSize = 8 << 20
    thread.name = "exploration"
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) { add(UnownedJob(job)) }

  /// Ends the thread after the jobs that it has.
  func end() { add(nil) }

  private func add(_ job: UnownedJob?) {
    jobs.withLock { $0.append(job) }
    semaphore.signal()
  }

  private func next() -> UnownedJob? {
    semaphore.wait()
    return jobs.withLock { $0.removeFirst() }
  }
}

extension StepMonitor {
  /// How often a step may still be the same, looked at each second.
  static let limit = 20

  /// Waits until the task is cancelled, or a step blocks its thread.
  ///
  /// A process that is stopped doesn't count: what is counted are looks, and not the time between them.
  ///
  /// - Parameter pause: Waits for a second; throws to end it.
  static func watch(
    _ monitor: StepMonitor, pause: () async throws -> Void = { try await Task.sleep(for: .seconds(1)) },
    blocked: (Int) -> Void
  ) async {
    var last: Int?
    var looks = 0
    while (try? await pause()) != nil {
      let running = monitor.runningStep
      looks = running != nil && running == last ? looks + 1 : 0
      last = running
      if looks >= limit { return blocked(limit) }
    }
  }
}
