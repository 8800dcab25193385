import Synchronization

/// Where a world is current: the whole process, or the inside of one `withWorld`.
///
/// # Why reading is safe without a lock
///
/// 1. A world that was ever published through `latestAddress` stays at its address, unchanged, as long as its scope: the
///    scope holds the first one, and its `ScopeState` up to `cacheLimit` others.
/// 2. The scope lives while it is read through `latestAddress`: the task-local retains it while its task runs, and the
///    process-wide scope is never freed. So no reader touches freed memory.
///    The same holds for the services of a process-wide world that stays at its address: worlds that are copied from it
///    don't count references to them.
/// 3. After `ScopeState.cacheLimit` writes `latestAddress` is null, and readers take a counted reference to the latest
///    world under the lock of the `ScopeState`. So memory stays bounded however often a world is written.
/// 4. Publishing is a releasing store, reading an acquiring load: a thread that sees an address sees its world.
///
/// # Why no write is lost
///
/// A write changes a copy, without a lock. At its end, under the lock of the `ScopeState`, what it assigned is copied
/// into the latest world, which is published then. No caller's code runs under that lock: closures are copied, never called,
/// and what a write replaces is released after the lock.
@usableFromInline
package final class Scope: Sendable {
  /// The world that became current here first. It must be the first stored property: ``firstAddress`` is where the stored
  /// properties begin.
  ///
  /// A stored property of a class stays at its place. This one is written before the scope begins, through its address, and
  /// never after that.
  nonisolated(unsafe) private var storedFirst: World
  package var first: World { firstAddress.pointee }
  /// What the scope assigned when it began.
  package var entered: Dependencies { firstAddress.pointee.changes.entered }
  /// The address of the latest world; null after `ScopeState.cacheLimit` writes.
  // An atomic is safe to share; for the pointer in it see 1 and 2 above.
  nonisolated(unsafe) let latestAddress = Atomic<UnsafePointer<World>?>(nil)
  let lazyState = AtomicLazyReference<ScopeState.Storage>()

  package let isProcessWide: Bool
  /// The scope around this one, for explanations.
  package let outer: Scope?
  private let depth: Int
  /// Whether there are scopes around this one that aren't known.
  package let isOuterDropped: Bool
  private let fileID: StaticString
  private let line: UInt
  /// The test that this scope, or one around it, was created for.
  let test: (any TestOrigin)?

  /// How many scopes around one are known. A job that begins the next one inside its scope must not retain all of
  /// its predecessors.
  private static let deepest = 32

  /// The process-wide scope.
  package static let process: Scope = {
    let scope = Scope(World(), isProcessWide: true, outer: nil, fileID: "", line: 0, test: nil)
    scope.begin(isInherited: false)
    FastPath.publish(scope.firstAddress)
    return scope
  }()

  // Scopes with a given world begin at once; the one with a copy begins after its change.

  /// A scope with a world.
  @usableFromInline
  @inline(never)
  convenience init(_ world: World, fileID: StaticString, line: UInt) {
    let outer = Scope.innermost
    // A world that was current in a test stays that test's. Another one, which is named while a global is initialized, is
    // no test's.
    self.init(
      world, isProcessWide: false, outer: outer, fileID: fileID, line: line,
      test: world.notes?.test ?? outer?.test?.unlessInitializing)
    begin(isInherited: false)
  }

  /// A scope with a copy of the current world, to be changed before it must ``begin(isInherited:)``.
  @usableFromInline
  @inline(never)
  convenience init(fileID: StaticString, line: UInt) {
    let outer = Scope.innermost
    if let test = outer?.test { test.checkUse() }
    var owner: Unmanaged<AnyObject>?
    let current = outer?.address(&owner) ?? Scope.processWideAddress(&owner)
    defer { owner?.release() }
    self.init(
      current.pointee, isProcessWide: false, outer: outer, fileID: fileID, line: line, test: outer?.test)
  }

  /// A scope for a test.
  package convenience init(_ world: World, test: any TestOrigin) {
    self.init(world, isProcessWide: false, outer: Scope.innermost, fileID: "", line: 0, test: test)
    begin(isInherited: false)
  }

  private init(
    _ world: World, isProcessWide: Bool, outer: Scope?, fileID: StaticString, line: UInt,
    test: (any TestOrigin)?
  ) {
    let depth = outer.map { $0.depth + 1 } ?? 0
    storedFirst = world
    isOuterDropped = depth == Scope.deepest
    self.outer = isOuterDropped ? nil : outer
    self.depth = isOuterDropped ? 0 : depth
    self.fileID = fileID
    self.line = line
    self.test = test
    self.isProcessWide = isProcessWide
  }

  /// The address of the first world, to change it before the scope begins.
  @usableFromInline
  var firstAddress: UnsafeMutablePointer<World> {
    _getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: World.self)
  }

  /// Makes the world readable through `Current` inside the scope.
  ///
  /// - Parameter isInherited: Whether the world is a changed copy of the current one.
  @usableFromInline
  @inline(never)
  func begin(isInherited: Bool) {
    // All of a world that isn't inherited is explained by its scope, except what a note explains.
    let changes = firstAddress.pointee.changes
    firstAddress.pointee.changes.entered = isInherited ? changes.recent : changes.unnoted
    firstAddress.pointee.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    latestAddress.store(UnsafePointer(firstAddress), ordering: .releasing)
    if !isProcessWide { FastPath.close() }
  }

  // MARK: Entering

  /// Retains a scope as long as any task is inside.
  @TaskLocal private static var taskLocal: Scope?

  /// The same, without counting references, in which reading inside a scope would spend most of its time.
  private static var unretainedInnermost: Unmanaged<Scope>? {
    // A lazily initialized global costs a call at each use, and this one is used at each read.
    if let key = taskLocalKey.load(ordering: .acquiring) { return taskLocalValue(key)?.pointee }
    let key = Unmanaged.passUnretained($taskLocal).toOpaque()
    taskLocalKey.store(key, ordering: .releasing)
    return taskLocalValue(key)?.pointee
  }

  /// The task-local itself, which is never freed.
  nonisolated(unsafe) private static let taskLocalKey = Atomic<UnsafeRawPointer?>(nil)

  /// The scope of the innermost `withWorld` of the running task.
  package static var innermost: Scope? {
    // Before the first scope there is none to look up.
    FastPath.isClosed ? unretainedInnermost?.takeUnretainedValue() : nil
  }

  /// The scope that a use of `Current` means. The test that it was created for checks the use.
  static var current: Scope {
    guard let innermost else { return process }
    innermost.test?.checkUse()
    return innermost
  }

  /// Runs an operation inside.
  @usableFromInline
  package func enter(_ operation: () -> Void) {
    Scope.$taskLocal.withValue(self, operation: operation)
  }

  /// Runs an asynchronous operation inside, in the caller's isolation.
  @usableFromInline
  func enter(isolation: isolated (any Actor)?, _ operation: () async -> Void) async {
    await Scope.$taskLocal.withValue(self, operation: operation, isolation: isolation)
  }

  /// Runs an operation outside of all scopes, in the process-wide world.
  static func outside<Result>(_ operation: () -> Result) -> Result {
    $taskLocal.withValue(nil, operation: operation)
  }

  // MARK: Reading

  /// The address of the world that a use of `Current` means.
  ///
  /// - Parameter owner: Set to what the reader must release after reading, if anything.
  @usableFromInline
  @inline(never)
  static func currentAddress(_ owner: inout Unmanaged<AnyObject>?) -> UnsafePointer<World> {
    guard let innermost = unretainedInnermost else { return processWideAddress(&owner) }
    return innermost._withUnsafeGuaranteedRef { scope in
      if let test = scope.test { test.checkUse() }
      return scope.address(&owner)
    }
  }

  private static func processWideAddress(_ owner: inout Unmanaged<AnyObject>?) -> UnsafePointer<World> {
    FastPath.processWide.load(ordering: .acquiring) ?? process.address(&owner)
  }

  private func address(_ owner: inout Unmanaged<AnyObject>?) -> UnsafePointer<World> {
    latestAddress.load(ordering: .acquiring) ?? uncachedAddress(&owner)
  }

  @inline(never)
  private func uncachedAddress(_ owner: inout Unmanaged<AnyObject>?) -> UnsafePointer<World> {
    guard let snapshot = withState({ $0.uncached }) else { return UnsafePointer(firstAddress) }
    owner = .passRetained(snapshot)
    return snapshot.address
  }

  /// A copy of the current world here.
  package var world: World {
    var owner: Unmanaged<AnyObject>?
    let address = address(&owner)
    defer { owner?.release() }
    return address.pointee
  }

  /// Where the scope begins, for messages.
  package var place: String {
    if line == 0, let test { return "of the test \(test)" }
    return "at \(fileID):\(line)" + (isOuterDropped ? ", or one around it" : "")
  }
}

/// The address of a task-local's value in the running task: what `TaskLocal.get` calls in the runtime before it copies
/// the value, and so counts a reference. The place is valid while the task runs inside the binding.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafePointer<Unmanaged<Scope>?>?
