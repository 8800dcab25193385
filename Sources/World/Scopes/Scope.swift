// SPDX-License-Identifier: MIT

import Synchronization

/// The extent in which a world is current: the whole process, or one `withWorld`.
///
/// **Reading** takes no lock and retains nothing. A published world stays at its address, unchanged, as long as its scope exists: a
/// task-local retains the scope while its task runs, and the process-wide scope is never released.
///
/// **Writing** changes a copy, without a lock. When the write ends, it publishes the copy under the lock. If another write ended
/// meanwhile, it merges its assignments into that write's world instead. No client code runs under the lock: closures are copied,
/// not called, and released after unlocking.
///
/// **Memory** is bounded: once the kept worlds reach ``keptSizeLimit``, a scope publishes no further address. From then on, readers
/// retain the latest world under the lock, and a write releases the previous one.
@usableFromInline
package final class Scope: Sendable {
  /// The first world of this scope.
  // The memory doesn't change until `deinit` frees it.
  nonisolated(unsafe) private let initial: UnsafeMutablePointer<World>
  /// The address of the latest world; null if readers must retain it.
  // An atomic is safe to share, and the memory doesn't change.
  nonisolated(unsafe) private let address: Atomic<UnsafePointer<World>?>
  private let state = Lock(State())

  private struct State: Sendable {
    /// The latest world; `nil` before the first write.
    var latest: Snapshot?
    /// The published worlds, without the first.
    var kept: [Snapshot] = []
    var keptSize = 0
    /// The cache that was made for this scope's mocks; `nil` if it uses another scope's.
    var cache: ServiceCache?
    /// The call to `World.bootstrap`.
    var bootstrap: (place: World.SourceLocation, isFinished: Bool)?
  }

  /// The size limit of the worlds that a scope keeps: each counts 16, and each of its assigned services 1.
  static let keptSizeLimit = 1 << 16

  package let isProcessWide: Bool
  let origin: Origin
  /// The test that this scope, or an outer one, was created for.
  package let test: (any AnyTestRun)?

  package static let process = withUnsafePointer(to: World()) { Scope(.copy(of: $0), isProcessWide: true) }

  @usableFromInline
  package convenience init(_ world: World, fileID: StaticString = "", line: UInt = 0) {
    self.init(withUnsafePointer(to: world) { .copy(of: $0) }, fileID: fileID, line: line)
  }

  /// Creates a scope with the world at an address, and takes ownership of the memory.
  /// - Parameter isInherited: Whether the world is a changed copy of the current one.
  @usableFromInline
  init(
    _ world: UnsafeMutablePointer<World>, isInherited: Bool = false, isProcessWide: Bool = false,
    fileID: StaticString = "", line: UInt = 0
  ) {
    test = world.pointee.test ?? (isProcessWide || isInherited ? nil : Scope.innermost?.test)
    origin = Origin(.scope, fileID: fileID, line: line)
    if isInherited, world.pointee.assignments.changes.builtIns.contains(.timezone) {
      IssueReporter.tests?.checkCalendar(of: world.pointee)
    }
    var cache: ServiceCache?
    world.pointee.prepareToBecomeCurrent(
      from: origin, isProcessWide: isProcessWide, test: test, cache: &cache)
    (initial, self.isProcessWide) = (world, isProcessWide)
    address = Atomic(UnsafePointer(world))
    if let cache { state.withLock { $0.cache = cache } }
    if isProcessWide { publish(world) } else { Scope.beginLookingForScopes() }
    if isProcessWide { checkProcess() }
  }

  deinit { initial.deinitialize(count: 1).deallocate() }

  // MARK: Entering

  @usableFromInline static let taskLocal = TaskLocal<Scope?>(wrappedValue: nil)

  /// The scope of the innermost `withWorld` of the running task.
  package static var innermost: Scope? { unretainedInnermost?.takeUnretainedValue() }

  private static var unretainedInnermost: Unmanaged<Scope>? {
    taskLocalKey.load(ordering: .acquiring).flatMap(unretainedTaskLocal)
  }

  /// The scope of the running code, for a use of `Current`. The scope's test checks that use.
  static var current: Scope {
    guard let innermost else { return process }
    innermost.test?.checkUse()
    return innermost
  }

  @inlinable
  package func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { return try Scope.taskLocal.withValue(self, operation: operation) } catch { throw typed(error) }
  }

  @inlinable
  package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)?, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await Scope.taskLocal.withValue(self, operation: operation, isolation: isolation)
    } catch { throw typed(error) }
  }

  /// Returns an operation's error with its type, which `withValue` erases.
  @inlinable
  func typed<Failure: Error>(_ error: any Error) -> Failure {
    if let error = error as? Failure { return error }
    fatalError("World: an operation threw another type than its own")
  }

  // MARK: Reading

  /// The address of the latest process-wide world, which saves readers the look-up of their scope. Null once the first scope of the
  /// process begins, or if readers must retain the world.
  // Safe for the same reasons as `address`.
  @usableFromInline nonisolated(unsafe) static let onlyAddress = Atomic<UnsafePointer<World>?>(nil)

  /// The runtime's key for the task-local, to read its value without retaining it; null before the first scope of the process.
  // It is the address of the task-local, which is never freed.
  nonisolated(unsafe) private static let taskLocalKey = Atomic<UnsafeRawPointer?>(nil)

  @inlinable static var reading: Reading {
    if let address = onlyAddress.load(ordering: .acquiring) { return (address, nil) }
    return readingInTask
  }

  @usableFromInline static var readingInTask: Reading {
    guard let unretainedInnermost else { return process.latestReading }
    return unretainedInnermost._withUnsafeGuaranteedRef { scope in
      scope.test?.checkUse()
      return scope.latestReading
    }
  }

  private var latestReading: Reading {
    // `publish` stores this address first, so no thread sees an older process-wide world after a newer one.
    if isProcessWide, let address = Scope.onlyAddress.load(ordering: .acquiring) { return (address, nil) }
    if let address = address.load(ordering: .acquiring) { return (address, nil) }
    guard let latest else { return (UnsafePointer(initial), nil) }
    return (UnsafePointer(latest.address), .passRetained(latest))
  }

  // MARK: Writing

  var latest: Snapshot? { state.withLock { $0.latest } }

  /// - Parameter origin: The origin of assignments to a copy.
  func replaceLatest(from origin: Origin, _ next: (_ latest: Snapshot?) -> Snapshot) {
    // The replaced world is released after the lock.
    let replaced = state.withLock { state in
      let (latest, next) = (state.latest, next(state.latest))
      next.world.prepareToBecomeCurrent(
        from: origin, isProcessWide: isProcessWide, test: test, cache: &state.cache)
      state.latest = next
      if state.keptSize < Scope.keptSizeLimit {
        state.keptSize += 16 + next.world.services.assignments.count
        state.kept.append(next)
        publish(next.address)
      } else {
        publish(nil)
      }
      return latest
    }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces the process-wide world with an equivalent one, which doesn't count as a write.
  package static func exchange(_ update: (inout World) -> Void) {
    process.replaceLatest(from: process.origin) {
      let next = process.snapshot(of: $0)
      update(&next.world)
      return next
    }
  }

  func snapshot(of latest: Snapshot?) -> Snapshot { Snapshot(copying: latest?.address ?? initial) }

  /// Makes the latest world visible to readers.
  private func publish(_ latest: UnsafePointer<World>?) {
    if isProcessWide, Scope.taskLocalKey.load(ordering: .relaxed) == nil {
      Scope.onlyAddress.store(latest, ordering: .releasing)
    }
    address.store(latest, ordering: .releasing)
  }

  /// Makes readers look up their scope. Called before the first scope is entered.
  private static func beginLookingForScopes() {
    if taskLocalKey.load(ordering: .acquiring) != nil { return }
    process.state.withLock { _ in
      onlyAddress.store(nil, ordering: .releasing)
      taskLocalKey.store(Unmanaged.passUnretained(taskLocal).toOpaque(), ordering: .releasing)
    }
  }

  // MARK: Setting up

  /// The place of the finished `World.bootstrap`; `nil` if there is none.
  var finishedBootstrap: World.SourceLocation? {
    state.withLock { $0.bootstrap.flatMap { $0.isFinished ? $0.place : nil } }
  }

  /// - Returns: Whether this call is the first.
  func beginBootstrap(at place: World.SourceLocation) -> Bool {
    let other = state.withLock { state in
      defer { state.bootstrap = state.bootstrap ?? (place, false) }
      return state.bootstrap
    }
    guard let other else { return true }
    IssueReporter.report(
      other.isFinished
        ? "World.bootstrap was called a second time, and refused; the first call was at \(other.place)"
        : "World.bootstrap was called, and refused, while the one at \(other.place) was under way",
      at: place,
      fixes: [
        "set everything up in one World.bootstrap",
        World.Issue.fixInTest,
      ])
    return false
  }

  /// Records the end of the `World.bootstrap` at a place. If it threw, the place is `nil`, and the next call counts as the first.
  func endBootstrap(at place: World.SourceLocation?) {
    state.withLock { $0.bootstrap = place.map { ($0, true) } }
  }
}

/// Returns the running task's value of the task-local at an address. The value's type must be an optional reference.
///
/// `TaskLocal.get` would retain the value. The returned reference is valid while the task runs inside the binding.
package func unretainedTaskLocal<Value: AnyObject>(_ key: UnsafeRawPointer) -> Unmanaged<Value>? {
  // An optional reference is stored as its address, or null.
  taskLocalValue(key)?.assumingMemoryBound(to: Unmanaged<Value>?.self).pointee
}

@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafeRawPointer?

extension World {
  fileprivate mutating func prepareToBecomeCurrent(
    from origin: Origin, isProcessWide: Bool, test: (any AnyTestRun)?, cache: inout ServiceCache?
  ) {
    self.test = test
    services.prepareToBecomeCurrent(
      isProcessWide: isProcessWide, overriding: assignments.changes, cache: &cache)
    if assignments.author.kind == .copy {
      for dependency in BuiltIn.all where assignments.changes.builtIns.contains(dependency.bit) {
        origins[keyPath: dependency.origin].enter(at: origin)
      }
      for type in assignments.changes.services.values { services[type] = services[type]?.entered(at: origin) }
    }
    // Copies of this world belong to no write.
    assignments = Assignments()
  }
}
