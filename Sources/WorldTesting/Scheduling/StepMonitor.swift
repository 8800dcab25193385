import Dispatch
import Synchronization
import World

/// Shows another thread whether the same step is still running.
final class StepMonitor: Sendable {
  /// The steps that began, times two; odd while one runs.
  private let count = Atomic<Int>(0)
  private let running = Lock<Scheduler?>(nil)

  /// The scheduler of the run that is under way.
  var scheduler: Scheduler? {
    get { running.withLock { $0 } }
    set { running.withLock { $0 = newValue } }
  }

  private let functions = Lock<CodeAddress.Few>(CodeAddress.Few())

  /// - Parameter task: The task whose step begins; `nil` if it works for a task and isn't one.
  func begin(_ task: UnownedJob? = nil) {
    let resume = task.map { CodeAddress.Few(resume: $0) } ?? CodeAddress.Few()
    functions.withLock { $0 = resume }
    count.add(1, ordering: .relaxed)
  }
  func end() { count.add(1, ordering: .relaxed) }

  /// A number that no other step has; `nil` between steps.
  var runningStep: Int? {
    let count = count.load(ordering: .relaxed)
    return count.isMultiple(of: 2) ? nil : count
  }

  /// What to report when the running step blocks its thread.
  func report(seconds: Int) -> Exploration.Report {
    guard let scheduler else { return .blocked("a step", seconds: seconds, token: nil) }
    let outcome = RunOutcome(scheduler)
    let (step, task) = scheduler.state.withLock { ($0.stepCount, $0.running + 1) }
    let addresses = functions.withLock { $0.addresses }
    let name = SymbolTable.names(of: Set(addresses)).first(of: addresses).map { "`\($0)` of " } ?? ""
    return .blocked(
      "step \(step), in \(name)task \(task),", seconds: seconds,
      token: Token(outcome.draw, trace: outcome.trace).text)
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
  func wait(for timeout: Duration) -> Bool {
    // check-world: allow threads outside of a run are in real time
    if wait(until: .now() + timeout.interval) { return true }
    if timeout >= .seconds(1) {
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
