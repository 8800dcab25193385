/// Builds a service, or a value with a lifetime, on one thread at a time. A thread that needs the output during a
/// build waits for it.
///
/// No lock is held during a build, so it may run a caller's code. The builds in flight and the threads that wait
/// for them form a wait-for graph. A wait that would close a cycle in that graph is a ``Deadlock``, which is thrown
/// instead of waiting. Every other wait goes on until the build ends; one of more than ten seconds is reported once.
package final class ExclusiveBuild<Output: Sendable>: Sendable {
  private let name: String
  // Only under the lock of `WaitForGraph.monitor`.
  nonisolated(unsafe) private var inFlight: InFlight?

  /// `@unchecked Sendable`: `output` is read and written only under the lock of `WaitForGraph.monitor`.
  private final class InFlight: WaitForGraph.Build, @unchecked Sendable {
    var output: Output?
  }

  /// - Parameter name: The name of the output in messages.
  package init(name: String) { self.name = name }

  /// Builds, unless a build is in flight: then waits for that one.
  ///
  /// - Parameter build: Returns an existing output, else builds one: an earlier build may have ended since the caller
  ///   looked.
  package func output(of build: () -> Output) throws(Deadlock) -> Output {
    switch WaitForGraph.monitor.withLock(acquire) {
    case .acquired(let mine):
      let output = build()
      WaitForGraph.monitor.withLock {
        mine.output = output
        inFlight = nil
        WaitForGraph.remove(mine)
      }
      return output
    case .alreadyInFlight(let other):
      return try wait(for: other)
    }
  }

  private enum Acquisition {
    case acquired(InFlight)
    case alreadyInFlight(InFlight)
  }

  private func acquire() -> Acquisition {
    if let inFlight { return .alreadyInFlight(inFlight) }
    let mine = InFlight(name: name)
    inFlight = mine
    WaitForGraph.add(mine)
    return .acquired(mine)
  }

  private enum WaitOutcome {
    case alreadyDone(Output)
    case deadlock([String])
    case timeout
  }

  private func wait(for other: InFlight) throws(Deadlock) -> Output {
    var deadline: Monitor.Deadline? = .init(after: WaitForGraph.timeout)
    while true {
      switch WaitForGraph.monitor.withLock({ wait(for: other, until: deadline) }) {
      case .alreadyDone(let output): return output
      case .deadlock(let path): throw Deadlock(path: path)
      case .timeout:
        deadline = nil
        IssueReporter.report(
          "The build of \(name) takes longer than \(WaitForGraph.timeout), and another thread waits for it",
          fixes: [
            "make the build faster, or do the slow part when the value is used",
            "don't let the build wait for another thread that needs \(name)",
          ])
      }
    }
  }

  private func wait(for other: InFlight, until deadline: Monitor.Deadline?) -> WaitOutcome {
    if let path = WaitForGraph.beginWaiting(for: other) { return .deadlock(path) }
    defer { WaitForGraph.endWaiting() }
    while true {
      // After each wake-up, the output is checked before the deadline.
      if let output = other.output { return .alreadyDone(output) }
      if let deadline, deadline.isOver { return .timeout }
      WaitForGraph.monitor.wait(until: deadline)
    }
  }
}

/// Builds that wait for each other.
package struct Deadlock: Error {
  /// The names of what they build; the first is also the last.
  package var path: [String]
}

/// The builds in flight and the threads that wait for them.
package enum WaitForGraph {
  /// A build in flight, on the thread that began it.
  class Build {
    let name: String
    let thread = ThreadID.current

    init(name: String) { self.name = name }
  }

  /// How long a thread waits before it reports that.
  @TaskLocal package static var timeout: Duration = .seconds(10)

  static let monitor = Monitor()
  // Both only under the lock of `monitor`. A thread waits for one build at most.
  nonisolated(unsafe) private static var inFlight: [Build] = []
  nonisolated(unsafe) private static var waits: [ThreadID: Build] = [:]

  static func add(_ build: Build) { inFlight.append(build) }

  static func remove(_ build: Build) {
    inFlight.removeAll { $0 === build }
    if !waits.isEmpty { monitor.wakeAll() }
  }

  /// Adds an edge from the running thread to a build, unless it closes a cycle.
  ///
  /// - Returns: The names along the cycle.
  static func beginWaiting(for build: Build) -> [String]? {
    var path: [String] = []
    var next = build
    while let index = inFlight.firstIndex(where: { $0 === next }) {
      // The builds of its thread from there on, the outermost first.
      path += inFlight[index...].filter { $0.thread == next.thread }.map(\.name)
      if next.thread == .current { return path + [build.name] }
      guard let awaited = waits[next.thread] else { break }
      next = awaited
    }
    waits[.current] = build
    return nil
  }

  static func endWaiting() { waits[.current] = nil }

  /// How many threads wait for builds of this name.
  package static func waiterCount(of name: String) -> Int {
    monitor.withLock { waits.values.count { $0.name == name } }
  }
}
