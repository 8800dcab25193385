/// Builds a service, or a value with a lifetime, on one thread at a time. A thread that asks during a build waits for it
/// and gets its output.
///
/// No lock is held during a build, so it may run a caller's code. The builds in flight and the threads that wait for them
/// form a wait-for graph. A wait that would close a cycle in it is a ``Deadlock``, which is thrown instead of waiting.
/// Every other wait goes on until the build ends; one of more than ten seconds, of monotonic time, is reported once.
package final class ExclusiveBuild<Output: Sendable>: Sendable {
  private let name: String
  private let inFlight = Lock<InFlight?>(nil)

  /// `@unchecked Sendable`: `output` is written once, before the build is `isDone`, and read only after that.
  private final class InFlight: WaitForGraph.Build, @unchecked Sendable {
    var output: Output?
  }

  /// - Parameter name: The name of the output in messages.
  package init(name: String) { self.name = name }

  /// Builds, unless a build is in flight: then waits for that one.
  ///
  /// - Parameter build: Returns what is there already, else builds it: an earlier build may have ended after the caller
  ///   looked and before this one begins.
  package func output(of build: () -> Output) throws(Deadlock) -> Output {
    let mine = InFlight(name: name)
    let other: InFlight? = inFlight.withLock { inFlight in
      if inFlight == nil {
        inFlight = mine
        WaitForGraph.begin(mine)
        return nil
      }
      return inFlight
    }
    guard let other else {
      let output = build()
      mine.output = output
      inFlight.withLock { $0 = nil }
      WaitForGraph.end(mine)
      return output
    }
    try WaitForGraph.wait(for: other)
    return other.output.afterwards
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
  ///
  /// `@unchecked Sendable`: the variables are used only under the lock of `builds`.
  class Build: @unchecked Sendable {
    let name: String
    let thread = ThreadID.current
    fileprivate var waits: [Wait] = []
    fileprivate var isDone = false

    init(name: String) { self.name = name }
  }

  fileprivate struct Wait {
    let thread: UInt
    let end = ThreadSignal()
  }

  /// How long a thread waits before it reports that.
  @TaskLocal package static var timeout: Duration = .seconds(10)

  /// The builds in flight, in the order in which they began.
  private static let builds = Lock<[Build]>([])

  @_optimize(none)
  fileprivate static func begin(_ build: Build) { builds.withLock { $0.append(build) } }

  @_optimize(none)
  fileprivate static func end(_ build: Build) {
    builds.withLock { builds in
      builds.removeAll { $0 === build }
      build.isDone = true
      for wait in build.waits { wait.end.send() }
    }
  }

  @_optimize(none)
  fileprivate static func wait(for build: Build) throws(Deadlock) {
    // At once, and so before anyone can see the wait: a seam for tests.
    if timeout == .zero { report(build) }
    let wait = Wait(thread: ThreadID.current)
    let path: [String]? = builds.withLock { builds in
      if build.isDone { return [] }
      if let path = cycle(from: build, in: builds) { return path }
      build.waits.append(wait)
      return nil
    }
    if let path {
      if path.isEmpty { return }
      throw Deadlock(path: path)
    }
    if timeout > .zero {
      if wait.end.wait(timeout: timeout) { return }
      // The build may have ended after the timeout and before this look.
      if !builds.withLock({ _ in build.isDone }) { report(build) }
    }
    wait.end.wait()
  }

  private static func report(_ build: Build) {
    IssueReporter.report(
      "The build of \(build.name) takes longer than \(timeout), and another thread waits for it",
      fixes: [
        "make the build faster, or do the slow part when the value is used",
        "don't let the build wait for another thread that needs \(build.name)",
      ])
  }

  /// The names along the cycle that a wait of the running thread for a build would close, if it would.
  @_optimize(none)
  private static func cycle(from build: Build, in builds: [Build]) -> [String]? {
    var path: [String] = []
    var next: Build? = build
    while let current = next {
      // What its thread builds from there on, the outermost first.
      var isReached = false
      for other in builds {
        if other === current { isReached = true }
        if isReached, other.thread == current.thread { path.append(other.name) }
      }
      if current.thread == ThreadID.current { return path + [build.name] }
      next = nil
      for other in builds {
        for wait in other.waits where wait.thread == current.thread { next = other }
      }
    }
    return nil
  }

  /// How many threads wait for builds of this name.
  @_optimize(none)
  package static func waiterCount(of name: String) -> Int {
    builds.withLock { builds in
      var count = 0
      for build in builds where build.name == name { count += build.waits.count }
      return count
    }
  }
}
