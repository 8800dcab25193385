// SPDX-License-Identifier: MIT

import Synchronization

/// The build of a service, or of a value with a lifetime. One thread or task builds; others that ask for it wait.
///
/// Build A needs B if A's code starts B or waits for it. If the needs would form a cycle, a ``BuildCycle`` is thrown instead of
/// waiting.
///
/// No lock is held during a build, so that it can run client code. A build doesn't retain its output, because the tasks that its
/// code starts retain the build.
package final class Build: Sendable {
  private let name: String
  /// The service; `nil` for a value with a lifetime.
  private let service: (any World.Service.Type)?
  /// The thread that builds; `nil` for a task, which may change threads.
  private let thread: UInt?
  /// The build whose code started this one.
  private let outer: Build?
  /// The number of waiters, including code outside any build.
  let waiterCount = Atomic(0)
  private let hasEnded = Atomic(false)

  package init(_ name: String, service: (any World.Service.Type)? = nil, thread: UInt? = nil) {
    self.name = name
    self.service = service
    self.thread = thread
    outer = Build.ofRunningCode
  }

  /// A build in progress, which others may wait for.
  fileprivate final class Flight: Sendable {
    let build: Build
    let owner: ObjectIdentifier
    let end = ThreadSignal()
    let output = Lock<any Sendable>(())

    init(_ build: Build, for owner: ObjectIdentifier) { (self.build, self.owner) = (build, owner) }
  }

  /// The build that the running code is part of. Tasks inherit it, except detached ones.
  @TaskLocal private static var current: Build?

  /// The current build and the builds around it, innermost first.
  private static var stack: [Build] {
    var stack: [Build] = []
    while let build = stack.isEmpty ? current : stack.last?.outer { stack.append(build) }
    return stack
  }

  /// The innermost build that the running code is part of; `nil` if it has ended. Skips the builds of other threads, which only
  /// started the running task.
  private static var ofRunningCode: Build? {
    let build = stack.first { $0.thread == nil || $0.thread == currentThread() }
    return build?.hasEnded.load(ordering: .relaxed) == false ? build : nil
  }

  /// Builds a value on the running thread, or waits for the build in progress.
  ///
  /// - Parameters:
  ///   - owner: The cache that the value is built for.
  ///   - name: The value's name in messages.
  ///   - build: Returns the cached value, if another build has just ended; otherwise builds it.
  package static func output<Output: Sendable>(
    of service: (any World.Service.Type)? = nil, for owner: AnyObject, name: String, _ build: () -> Output
  ) throws(BuildCycle) -> Output {
    let new = Build(name, service: service, thread: currentThread())
    let output = try new.output(for: ObjectIdentifier(owner)) { build() }
    if let output = output as? Output { return output }
    fatalError("World: \(new.name) was built as another type")
  }

  // Not generic, so that it is compiled once.
  private func output(
    for owner: ObjectIdentifier, _ build: () -> any Sendable
  ) throws(BuildCycle) -> any Sendable {
    let flight = try Build.graph.withLock { graph throws(BuildCycle) in
      let flight =
        graph.inFlight.first { $0.owner == owner && $0.build.service == service } ?? Flight(self, for: owner)
      try graph.add(outer, needs: flight.build)
      if flight.build === self { graph.inFlight.append(flight) }
      return flight
    }
    if flight.build !== self {
      flight.build.waiterCount.add(1, ordering: .sequentiallyConsistent)
      flight.end.wait()
      return flight.output.withLock { $0 }
    }
    let output = Build.$current.withValue(self, operation: build)
    flight.output.withLock { $0 = output }
    Build.graph.withLock { graph in
      graph.inFlight.removeAll { $0 === flight }
      graph.end(self)
    }
    flight.end.send()
    return output
  }

  /// Runs the code of a build in a task.
  package func run<Output>(_ build: () async -> Output) async -> Output {
    defer { Build.graph.withLock { $0.end(self) } }
    return await Build.$current.withValue(self, operation: build)
  }

  /// Waits for this build in a task.
  ///
  /// - Parameters:
  ///   - onCycle: Called if the running task's build and this one need each other. If it throws, the wait ends.
  ///   - end: Waits for the end of this build.
  package func waitInTask<Output, Failure: Error>(
    onCycle: (BuildCycle) throws(Failure) -> Void, end: () async throws(Failure) -> Output
  ) async throws(Failure) -> Output {
    var waiter = Build.ofRunningCode
    do throws(BuildCycle) {
      try Build.graph.withLock { [waiter] graph throws(BuildCycle) in try graph.add(waiter, needs: self) }
    } catch {
      try onCycle(error)
      // The graph has no cycles.
      waiter = nil
    }
    waiterCount.add(1, ordering: .sequentiallyConsistent)
    defer {
      waiterCount.subtract(1, ordering: .sequentiallyConsistent)
      Build.graph.withLock { [waiter] in $0.remove(waiter, needs: self) }
    }
    return try await end()
  }

  // MARK: Needs

  /// The builds on threads that are in progress, and which build needs which, without cycles.
  struct Graph: Sendable {
    fileprivate var inFlight: [Flight] = []
    private var needs: [(build: Build, other: Build)] = []

    mutating func add(_ build: Build?, needs other: Build) throws(BuildCycle) {
      guard let build else { return }
      var visited: [Build] = []
      if let path = path(from: other, to: build, &visited) { throw BuildCycle(path: path + [other.name]) }
      needs.append((build, other))
    }

    mutating func remove(_ build: Build?, needs other: Build) {
      let index = needs.firstIndex { $0.build === build && $0.other === other }
      if let index { needs.remove(at: index) }
    }

    mutating func end(_ build: Build) {
      build.hasEnded.store(true, ordering: .relaxed)
      needs.removeAll { $0.other === build }
    }

    /// Returns the names on the path of needs from one build to another.
    private func path(from start: Build, to end: Build, _ visited: inout [Build]) -> [String]? {
      if start === end { return [start.name] }
      if visited.contains(where: { $0 === start }) { return nil }
      visited.append(start)
      for need in needs where need.build === start {
        if let path = path(from: need.other, to: end, &visited) { return [start.name] + path }
      }
      return nil
    }
  }

  static let graph = Lock(Graph())

  /// The number of threads that wait for the build of a name.
  static func waiterCount(of name: String) -> Int {
    let build = graph.withLock { $0.inFlight.first { $0.build.name == name }?.build }
    return build?.waiterCount.load(ordering: .sequentiallyConsistent) ?? 0
  }

  /// Whether the running code is part of the build of a service, or was started by it.
  package static var isOfService: Bool { stack.contains { $0.service != nil } }
}

package struct BuildCycle: Error {
  /// The names along the cycle; the first and last are the same.
  package var path: [String]

  /// The same for services: one whose functions are wrapped is built in two steps, of the same name.
  var services: [String] {
    var names = path.indices.filter { $0 == 0 || path[$0] != path[$0 - 1] }.map { path[$0] }
    if names.count == 1 { names += names }
    return names
  }
}
