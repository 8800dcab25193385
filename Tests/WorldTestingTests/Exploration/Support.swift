import Dispatch
import World
import WorldSimulation

@testable import WorldTesting

/// Runs a body as often as a test says, on an explorer's thread.
func withRuns<Result: Sendable>(
  of body: @escaping @Sendable () async throws -> Void, autoAdvance: Bool = true,
  sharesOnlyActors: Bool = false, _ use: @escaping @Sendable (Explorer) -> Result
) async -> Result {
  let thread = ExplorerThread()
  defer { thread.end() }
  return await Task(executorPreference: thread) {
    var exploration = World.Exploration(runs: 0)
    exploration.autoAdvance = autoAdvance
    exploration.sharesOnlyActors = sharesOnlyActors
    let monitor = TestMonitor()
    defer { monitor.endTurn() }
    return use(Explorer(exploration, body: body, monitor: monitor))
  }.value
}

/// What a run did, in order.
final class EventLog: Sendable {
  private let events = Lock<[String]>([])

  func note(_ event: String) { events.withLock { $0.append(event) } }

  var count: Int { events.withLock { $0.count } }

  func drain() -> [String] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

/// An executor that no scheduler controls: a queue of its own.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "outside")
  private let delay: Double

  /// - Parameter delay: How long each step waits before it runs, in seconds.
  init(delay: Double = 0) { self.delay = delay }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.asyncAfter(deadline: .now() + delay) { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An actor with an executor of its own.
actor Outside {
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  // With an empty body an optimized program calls nothing, and doesn't leave its own executor.
  private var count = 0

  func work() { count += 1 }
}

func reachAFaultPointOfAnotherFile() {
  World.Fault.point("there") {}
  if Current.locale().identifier == "xx" { World.Fault.point("never in the other file") {} }
}
