/// A build in flight of a service, or of a value with a lifetime. One thread builds; a thread that asks meanwhile waits and
/// gets the output.
///
/// No lock is held during a build, so it may run a caller's code. The builds in flight and the threads that wait for them
/// form a wait-for graph. A wait that would close a cycle in it is a ``Deadlock``, which is thrown instead of waiting.
/// Every other wait goes on until the build ends; one of more than ten seconds, of monotonic time, is reported once.
///
/// `@unchecked Sendable`: `output` is written once, before the build `isDone`, and read only after that; the other variables
/// are used only under the lock of `inFlight`.
package final class ExclusiveBuild: @unchecked Sendable {
  private let id: ID
  private let name: String
  private let thread = currentThread()
  private var waits: [(thread: UInt, end: ThreadSignal)] = []
  private var isDone = false
  private var output: Any?

  /// What is built: a value of its owner's, of a type if the owner has several.
  private typealias ID = (owner: ObjectIdentifier, type: ObjectIdentifier?)

  private init(_ id: ID, name: String) {
    self.id = id
    self.name = name
  }

  /// The builds in flight, in the order in which they began.
  private static let inFlight = Lock<[ExclusiveBuild]>([])

  /// How long a thread waits before it reports that.
  @TaskLocal package static var timeout: Duration = .seconds(10)

  /// Builds, unless the same build is in flight: then waits for that one.
  ///
  /// - Parameters:
  ///   - owner: What the value is built for.
  ///   - type: Which of its values, if it has several.
  ///   - name: The value's name in messages.
  ///   - build: Returns what is there already, else builds it: an earlier build may have ended after the caller looked
  ///     and before this one begins.
  package static func output<Output: Sendable>(
    for owner: AnyObject, _ type: ObjectIdentifier? = nil, name: String, of build: () -> Output
  ) throws(Deadlock) -> Output {
    let mine = ExclusiveBuild((ObjectIdentifier(owner), type), name: name)
    let other = mine.begin()
    guard other === mine else {
      try other.wait()
      return (other.output as? Output).orFatal("a build that ended has no output")
    }
    let output = build()
    mine.output = output
    mine.end()
    return output
  }

  /// The build of the same value in flight; if there is none, this one, now in flight.
  @_optimize(none)
  private func begin() -> ExclusiveBuild {
    ExclusiveBuild.inFlight.withLock { builds in
      for other in builds where other.id == id { return other }
      builds.append(self)
      return self
    }
  }

  @_optimize(none)
  private func end() {
    ExclusiveBuild.inFlight.withLock { builds in
      builds.removeAll { $0 === self }
      isDone = true
      for wait in waits { wait.end.send() }
    }
  }

  /// Waits until it is done.
  @_optimize(none)
  private func wait() throws(Deadlock) {
    let timeout = ExclusiveBuild.timeout
    // At once, and so before anyone can see the wait: a seam for tests.
    if timeout == .zero { reportLongWait() }
    let end = ThreadSignal()
    let isOver = try ExclusiveBuild.inFlight.withLock { builds throws(Deadlock) in
      if isDone { return true }
      if let path = cycle(in: builds) { throw Deadlock(path: path) }
      waits.append((currentThread(), end))
      return false
    }
    if isOver { return }
    if timeout > .zero {
      if end.wait(timeout: timeout) { return }
      // It may have ended after the timeout and before this look.
      if !ExclusiveBuild.inFlight.withLock({ _ in isDone }) { reportLongWait() }
    }
    end.wait()
  }

  /// How many threads wait for builds of this name.
  package static func waiterCount(of name: String) -> Int {
    inFlight.withLock { $0.reduce(0) { $0 + ($1.name == name ? $1.waits.count : 0) } }
  }

  private func reportLongWait() {
    IssueReporter.report(
      "The build of \(name) takes longer than \(ExclusiveBuild.timeout), and another thread waits for it",
      fixes: [
        "make the build faster, or do the slow part when the value is used",
        "don't let the build wait for another thread that needs \(name)",
      ])
  }

  /// The names along the cycle that a wait of the running thread would close, if it would.
  @_optimize(none)
  private func cycle(in builds: [ExclusiveBuild]) -> [String]? {
    var path: [String] = []
    var next: ExclusiveBuild? = self
    while let current = next {
      // What its thread builds from there on, the outermost first.
      var isReached = false
      for other in builds {
        if other === current { isReached = true }
        if isReached, other.thread == current.thread { path.append(other.name) }
      }
      if current.thread == currentThread() { return path + [name] }
      next = nil
      for other in builds {
        for wait in other.waits where wait.thread == current.thread { next = other }
      }
    }
    return nil
  }
}

/// Builds that wait for each other.
package struct Deadlock: Error {
  /// The names of what they build; the first is also the last.
  package var path: [String]
}
