import Synchronization
import World

/// An asynchronous build in flight, in a task of its own.
final class BuildTask<Value: Sendable, Failure: Error>: Sendable {
  private let node: BuildNode
  private let task: Task<Result<Value, Failure>, Never>
  private let waiters = Atomic(0)

  /// How many tasks wait for it.
  var waiterCount: Int { waiters.load(ordering: .sequentiallyConsistent) }

  /// Begins a build.
  ///
  /// - Parameter atEnd: Called at its end, before its result is there.
  init(
    name: String, _ build: @escaping @Sendable () async throws(Failure) -> Value,
    atEnd: @escaping @Sendable () -> Void
  ) {
    let node = BuildNode(name)
    self.node = node
    task = Task {
      await BuildNode.$current.withValue(node) {
        defer { atEnd() }
        do throws(Failure) { return .success(try await build()) } catch { return .failure(error) }
      }
    }
  }

  /// Waits for the value.
  ///
  /// - Throws: What the build throws. Where `Failure` can be that: a ``CircularConstruction``, and a
  ///   `CancellationError` as soon as the waiting task is cancelled.
  func value() async throws(Failure) -> Value {
    let cancellation = CancellationError() as? Failure
    let waiter = BuildNode.current
    if let cycle = waiter?.beginWaiting(for: node, evenInCycle: cancellation == nil) {
      let circle = CircularConstruction(path: cycle)
      if let circle = circle as? Failure { throw circle }
      circle.reportWait()
    }
    waiters.add(1, ordering: .sequentiallyConsistent)
    defer {
      waiters.subtract(1, ordering: .sequentiallyConsistent)
      waiter?.endWaiting(for: node)
    }
    guard let cancellation else { return try await task.value.get() }
    let (results, continuation) = AsyncStream.makeStream(of: Result<Value, Failure>.self)
    Task { [task] in continuation.yield(await task.value) }
    // When the task that iterates is cancelled, the stream ends.
    for await result in results { return try result.get() }
    throw cancellation
  }
}

/// An asynchronous build, as a node of a wait-for graph.
final class BuildNode: Sendable {
  private let name: String

  init(_ name: String) { self.name = name }

  /// The build that the running task belongs to. Tasks that a build begins belong to it, but for detached ones.
  @TaskLocal static var current: BuildNode?

  private struct Wait: Sendable { let waiter: BuildNode, awaited: BuildNode }
  private static let waits = Lock<[Wait]>([])

  /// Adds to the graph that this build waits for another, unless that closes a cycle and `evenInCycle` is `false`.
  ///
  /// - Returns: The names along the cycle that this closes.
  func beginWaiting(for other: BuildNode, evenInCycle: Bool) -> [String]? {
    BuildNode.waits.withLock { waits in
      var visited: Set<ObjectIdentifier> = []
      let path = other.path(to: self, in: waits, &visited)
      if path == nil || evenInCycle { waits.append(Wait(waiter: self, awaited: other)) }
      return path.map { $0 + [other.name] }
    }
  }

  /// Removes from the graph that this build waits for another, once.
  func endWaiting(for other: BuildNode) {
    BuildNode.waits.withLock { waits in
      let index = waits.firstIndex { $0.waiter === self && $0.awaited === other }
      if let index { waits.remove(at: index) }
    }
  }

  private func path(
    to end: BuildNode, in waits: [Wait], _ visited: inout Set<ObjectIdentifier>
  ) -> [String]? {
    if self === end { return [name] }
    guard visited.insert(ObjectIdentifier(self)).inserted else { return nil }
    for wait in waits where wait.waiter === self {
      if let path = wait.awaited.path(to: end, in: waits, &visited) { return [name] + path }
    }
    return nil
  }
}
