// SPDX-License-Identifier: MIT

import Synchronization

/// The extent in which a world is current: the whole process, or one `withWorld`.
///
/// **Reading** takes no lock and retains nothing, until a scope was written thousands of times. A published world stays at its address, unchanged, as long as its scope exists: a
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
  private let state: Lock<State>

  private struct State: Sendable {
    /// The latest world; `nil` before the first write.
    var latest: Snapshot?
    /// The published worlds, without the first.
    var kept: [Snapshot] = []
    var keptSize = 0
    var history: History
    /// The call to `World.bootstrap`.
    var bootstrap: (place: World.SourceLocation, isFinished: Bool)?
  }

  /// The size limit of the worlds that a scope keeps, in assigned services: a world without any is as large as 16. So the limit is
  /// 4,096 worlds, or fewer if they have services.
  static let keptSizeLimit = 1 << 16

  let isProcessWide: Bool
  let number: UInt64
  /// The scope that encloses the code that entered this one; `nil` if it is the process-wide one, or has ended.
  // Set once, before the scope is shared.
  nonisolated(unsafe) private weak var outer: Scope?
  private let fileID: StaticString
  private let line: UInt
  private let isOfTest: Bool
  /// The test that this scope, or an outer one, was created for.
  package let test: (any AnyTestRun)?

  static let process = Scope(.live, as: .process)

  /// What a scope is for.
  private enum Role { case process, operation, build }

  /// Creates the scope of a test.
  package convenience init(_ world: World, of test: any AnyTestRun) {
    self.init(world, as: .operation, of: test)
  }

  /// Creates the scope in which a service is built. The world's mocks aren't built there afterwards.
  convenience init(toBuildIn world: World) { self.init(world, as: .build) }

  /// - Parameter isInherited: Whether the world is a changed copy of the current one.
  @usableFromInline
  convenience init(
    _ world: consuming World, isInherited: Bool = false, fileID: StaticString, line: UInt
  ) {
    if isInherited, world.assignments.changes.builtIns.contains(.timezone) {
      IssueReporter.tests?.checkCalendar(of: world)
    }
    self.init(consume world, as: .operation, fileID: fileID, line: line)
  }

  private init(
    _ world: consuming World, as role: Role, of ownTest: (any AnyTestRun)? = nil, fileID: StaticString = "",
    line: UInt = 0
  ) {
    let outer = role == .process ? nil : Scope.innermost
    self.outer = outer
    test = ownTest ?? world.test ?? outer?.test
    (number, isProcessWide, isOfTest) = (Scope.nextNumber(), role == .process, ownTest != nil)
    (self.fileID, self.line) = (fileID, line)
    state = Lock(State(history: History(source: world.scopeNumber, entered: world.assignments.changes)))
    initial = .allocate(capacity: 1)
    initial.initialize(to: consume world)
    address = Atomic(UnsafePointer(initial))
    initial.pointee.becomeCurrent(in: self)
    if role != .build { initial.pointee.services.enter(self, isOfTest: isOfTest) }
    if role == .process {
      publish(initial)
      checkProcess()
    } else {
      Scope.beginLookingForScopes()
    }
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
    do { return try Scope.taskLocal.withValue(self, operation: operation) } catch { throw Scope.typed(error) }
  }

  @inlinable
  package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)?, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await Scope.taskLocal.withValue(self, operation: operation, isolation: isolation)
    } catch { throw Scope.typed(error) }
  }

  /// Returns an operation's error with its type, which `withValue` erases.
  @inlinable
  static func typed<Failure: Error>(_ error: any Error) -> Failure {
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

  /// The latest world of this scope.
  var world: World {
    let reading = latestReading
    defer { reading.owner?.release() }
    return reading.address.pointee
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

  /// - Parameter isBootstrap: Whether `World.bootstrap` writes.
  func replaceLatest(isBootstrap: Bool = false, by makeNext: (_ latest: Snapshot?) -> Snapshot) {
    // The replaced world is released after the lock.
    let old = state.withLock { state in
      let (old, new) = (state.latest, makeNext(state.latest))
      if new.world.scopeNumber != number { state.history = History(source: new.world.scopeNumber) }
      state.history.note(new.world.assignments.changes, isBootstrap: isBootstrap)
      new.world.becomeCurrent(in: self)
      state.latest = new
      if state.keptSize < Scope.keptSizeLimit {
        state.keptSize += 16 + new.world.services.assigned.count
        state.kept.append(new)
        publish(new.address)
      } else {
        publish(nil)
      }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Replaces the process-wide world with an equivalent one, which doesn't count as a write.
  package static func exchange(_ update: (inout World) -> Void) {
    process.replaceLatest {
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

  /// Returns the outermost of this scope and those around it that meets a condition without one in between that doesn't.
  func outermost(where isMet: (Scope) -> Bool) -> Scope {
    var scope = self
    while let outer = scope.outer, isMet(outer) { scope = outer }
    return scope
  }

  // MARK: Explaining

  private static let count = Atomic<UInt64>(0)

  /// Returns a new number for a scope or a write.
  static func nextNumber() -> UInt64 { count.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns the scope of a number, if it is one of those around the running code.
  static func running(_ number: UInt64) -> Scope? {
    var scope = innermost
    while let inner = scope, inner.number != number { scope = inner.outer }
    return scope ?? (process.number == number ? process : nil)
  }

  /// Returns the origin of an assignment in this scope, and the number of the scope in which its first world had been current before.
  func origin(_ isAssigned: (Changes) -> Bool) -> (Origin?, source: UInt64) {
    let (history, bootstrap) = state.withLock { ($0.history, $0.bootstrap) }
    let place = line > 0 ? "at \(fileID):\(line)" : nil
    var origin: Origin?
    if let write = history.written.first(where: { isAssigned($0.changes) }) {
      let bootstrap = write.isBootstrap ? bootstrap : nil
      origin = bootstrap.map { .bootstrap("at \($0.place)") } ?? .write(place.map { "in the scope " + $0 })
    } else if isAssigned(history.entered) {
      origin = .scope(place ?? (isOfTest ? test.map { "of the test \($0)" } : nil))
    }
    return (origin, history.source)
  }

  // MARK: Setting up

  /// The place of the finished `World.bootstrap`; `nil` if there is none.
  var finishedBootstrap: World.SourceLocation? {
    state.withLock { $0.bootstrap.flatMap { $0.isFinished ? $0.place : nil } }
  }

  /// - Returns: Whether this call is the first.
  func beginBootstrap(at place: World.SourceLocation) -> Bool {
    let other = state.withLock { state in
      if let other = state.bootstrap { return Optional(other) }
      state.bootstrap = (place, false)
      return nil
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
  fileprivate mutating func becomeCurrent(in scope: Scope) {
    (scopeNumber, test) = (scope.number, scope.test)
    assignments.changes = Changes()
  }
}
