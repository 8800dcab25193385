import Synchronization

/// Where a world is current: the whole process, or the inside of one `withWorld`.
///
/// # Why reading is safe without a lock
///
/// 1. A world that was ever published through `latest` stays at its address, unchanged, as long as its scope: the scope
///    holds the first one, and up to `cacheLimit` others in `writes`.
/// 2. Whoever reads through `latest` keeps the scope alive: the task-local does while its task runs, and the process-wide
///    scope is never freed. So no reader touches freed memory.
/// 3. After `cacheLimit` writes `latest` is null, and readers take a counted reference to the latest world under the lock
///    of `writes`. So memory stays bounded however often a world is written.
/// 4. Publishing is a releasing store, reading an acquiring load: who sees an address sees the world behind it.
///
/// # Why no write is lost
///
/// A write changes a copy, without a lock. At its end, under the lock of `writes`, what it assigned is copied into the
/// latest world, which is published then. Nothing of a caller's runs under that lock: closures are copied, never called,
/// and what a write replaces is released after the lock.
@usableFromInline
package final class Scope: Sendable {
  /// The world that became current here first. The first stored property, so that it has an address: see `firstAddress`.
  package let first: World
  /// The address of the latest world; null after `cacheLimit` writes.
  // An atomic is safe to share; for the pointer in it see 1 and 2 above.
  nonisolated(unsafe) private let latest: Atomic<UnsafePointer<World>?>
  private let writes = Lock(Writes())

  package let isProcessWide: Bool
  /// The scope around this one, for explanations.
  package let outer: Scope?
  private let depth: Int
  private let isOuterDropped: Bool
  private let fileID: StaticString
  private let line: UInt
  /// What the scope assigned when it began: what its update assigned, or else everything in its world that no note claims.
  package let entered: Dependencies
  /// The test that this scope, or one around it, was created for.
  private let test: TestOrigin?

  /// How many worlds a scope keeps at their addresses for readers without a lock.
  private static let cacheLimit = 4_096
  /// How many scopes around one are known. A job that begins the next one inside its scope must not keep all of its
  /// predecessors alive.
  private static let deepest = 32

  /// The process-wide scope.
  package static let process: Scope = {
    let scope = Scope(
      World(), isInherited: false, isProcessWide: true, outer: nil, fileID: "", line: 0, test: nil)
    FastPath.publish(scope.firstAddress)
    return scope
  }()

  @usableFromInline
  convenience init(_ world: consuming World, isInherited: Bool, fileID: StaticString, line: UInt) {
    // Before the first scope there is none around.
    let outer = FastPath.isClosed ? Scope.innermost : nil
    self.init(
      world, isInherited: isInherited, isProcessWide: false, outer: outer, fileID: fileID, line: line,
      test: world.test ?? outer?.test)
  }

  /// A scope for a test.
  convenience init(_ world: consuming World, test: TestOrigin) {
    self.init(
      world, isInherited: false, isProcessWide: false, outer: Scope.innermost, fileID: "", line: 0, test: test
    )
  }

  private init(
    _ world: consuming World, isInherited: Bool, isProcessWide: Bool, outer: Scope?, fileID: StaticString,
    line: UInt, test: TestOrigin?
  ) {
    let depth = outer.map { $0.depth + 1 } ?? 0
    let isTooDeep = depth == Scope.deepest
    self.outer = isTooDeep ? nil : outer
    self.depth = isTooDeep ? 0 : depth
    isOuterDropped = isTooDeep
    self.fileID = fileID
    self.line = line
    self.test = test
    self.isProcessWide = isProcessWide
    entered = isInherited ? world.changes.recent : world.changes.unnoted
    world.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    first = world
    latest = Atomic(nil)
    latest.store(firstAddress, ordering: .releasing)
    if !isProcessWide { FastPath.close() }
  }

  /// The address of `first`: a stored property of a class stays where it is, and this one is never written after `init`.
  private var firstAddress: UnsafePointer<World> {
    UnsafePointer(_getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: World.self))
  }

  // MARK: Entering

  /// Keeps a scope alive as long as any task is inside.
  @TaskLocal private static var taskLocal: Scope?

  /// The same, without counting references, in which reading inside a scope would spend most of its time.
  private static var unretainedInnermost: Unmanaged<Scope>? { taskLocalValue($taskLocal)?.pointee }

  /// The scope of the innermost `withWorld` of the running task.
  package static var innermost: Scope? { unretainedInnermost?.takeUnretainedValue() }

  /// The scope that a use of `Current` means.
  static var current: Scope {
    guard let innermost else { return process }
    innermost.test?.reportIfOver()
    return innermost
  }

  /// Runs an operation inside.
  @usableFromInline
  func enter(_ operation: () -> Void) {
    Scope.$taskLocal.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation inside, in the caller's isolation.
  @usableFromInline
  func enter(isolation: isolated (any Actor)?, _ operation: () async -> Void) async {
    await Scope.$taskLocal.withValue(self, operation: operation, isolation: isolation)
  }

  /// Runs an operation outside of all scopes, in the process-wide world.
  static func leave<Result>(_ operation: () -> Result) -> Result {
    $taskLocal.withValue(nil, operation: operation)
  }

  // MARK: Reading

  /// The address of the world that a use of `Current` means, and what the reader must release after reading, if anything.
  static func currentAddress() -> (address: UnsafePointer<World>, owner: Unmanaged<AnyObject>?) {
    guard let innermost = unretainedInnermost else { return process.address() }
    return innermost._withUnsafeGuaranteedRef { scope in
      if let test = scope.test { test.reportIfOver() }
      return scope.address()
    }
  }

  private func address() -> (address: UnsafePointer<World>, owner: Unmanaged<AnyObject>?) {
    if let address = latest.load(ordering: .acquiring) { return (address, nil) }
    return addressOfUncached()
  }

  @inline(never)
  private func addressOfUncached() -> (address: UnsafePointer<World>, owner: Unmanaged<AnyObject>?) {
    guard let snapshot = writes.withLock({ $0.uncached }) else { return (firstAddress, nil) }
    return (UnsafePointer(snapshot.address), Unmanaged<AnyObject>.passRetained(snapshot))
  }

  /// A copy of the current world here.
  package var world: World {
    let (address, owner) = address()
    defer { owner?.release() }
    return address.pointee
  }

  /// Where the scope begins, for messages.
  package var place: String {
    if line == 0, let test { return "of the test \(test)" }
    return "at \(fileID):\(line)" + (isOuterDropped ? ", or one around it" : "")
  }

  // MARK: Writing

  /// What writes left behind in a scope.
  private struct Writes: Sendable {
    /// The worlds that are kept at their addresses.
    var cached: [Snapshot] = []
    /// The latest world, once no more are cached.
    var uncached: Snapshot?
    var written: Dependencies = []
    var bootstrap: World.SourceLocation?
  }

  /// Merges what a write assigned into the latest world, and makes that current.
  ///
  /// - Returns: What the write replaced, to be released by the caller.
  @inline(never)
  func commit(_ edited: World, of write: Edit) -> AnyObject? {
    writes.withLock { writes -> Snapshot? in
      var next: World
      if edited.changes.write == write.number {
        next = (writes.uncached ?? writes.cached.last)?.address.pointee ?? first
        next.merge(edited, since: write.firstAssignment)
      } else {
        next = edited
        next.changes.recent = .all
      }
      writes.written.formUnion(next.changes.recent)
      next.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
      let snapshot = Snapshot(next)
      let replaced = writes.uncached
      if writes.cached.count < Scope.cacheLimit {
        writes.cached.append(snapshot)
        latest.store(snapshot.address, ordering: .releasing)
        if isProcessWide { FastPath.publish(snapshot.address) }
      } else {
        writes.uncached = snapshot
        latest.store(nil, ordering: .releasing)
        if isProcessWide { FastPath.close() }
      }
      return replaced
    }
  }

  /// What writes inside the scope assigned.
  package var written: Dependencies { writes.withLock { $0.written } }

  /// Notes that the world here is set up.
  ///
  /// - Returns: Where that was done before, if it was.
  func markBootstrapped(at location: World.SourceLocation) -> World.SourceLocation? {
    writes.withLock { writes in
      if let earlier = writes.bootstrap { return earlier }
      writes.bootstrap = location
      return nil
    }
  }

  /// Takes the note back, when setting up failed.
  func unmarkBootstrapped() { writes.withLock { $0.bootstrap = nil } }

  /// Where the world here was set up.
  var bootstrap: World.SourceLocation? { writes.withLock { $0.bootstrap } }
}

/// A world at a fixed address.
private final class Snapshot: Sendable {
  // What is behind the pointer doesn't change from `init` to `deinit`.
  nonisolated(unsafe) let address: UnsafePointer<World>

  init(_ world: consuming World) {
    let address = UnsafeMutablePointer<World>.allocate(capacity: 1)
    address.initialize(to: world)
    self.address = UnsafePointer(address)
  }

  deinit {
    let address = UnsafeMutablePointer(mutating: address)
    address.deinitialize(count: 1)
    address.deallocate()
  }
}

/// Where the running task keeps a task-local's value: what `TaskLocal.get` calls in the runtime before it copies the
/// value, and so counts a reference. The place is valid while the task runs inside the binding.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: TaskLocal<Scope?>) -> UnsafePointer<Unmanaged<Scope>?>?
