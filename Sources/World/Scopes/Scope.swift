import Synchronization

/// Where a world is current: the whole process, or the inside of one `withWorld`.
///
/// **Reading** takes no lock and counts no reference, up to a limit of memory. A world whose address was published stays there,
/// unchanged, as long as its scope: a task-local retains the scope while its task runs, and the scope of the process is never
/// released.
///
/// **Writing** changes a copy, without a lock. At its end, under the lock, what it assigned is merged into the latest world,
/// which is published then. No caller's code runs under that lock: closures are copied, never called, and what is released
/// is released after it.
///
/// **Memory** stays bounded: when the worlds that a scope keeps at their addresses are as large as ``keptSizeLimit``, no
/// further address is published. Then readers retain the latest world, under the lock, and a write releases the one before.
@usableFromInline
package final class Scope: Sendable {
  /// The world that became current here first.
  // What is behind the pointer doesn't change until `deinit` frees it.
  nonisolated(unsafe) private let initial: UnsafeMutablePointer<World>
  /// The address of the latest world; null if readers must retain it.
  // An atomic is safe to share, and what is behind the pointer doesn't change.
  nonisolated(unsafe) private let address: Atomic<UnsafePointer<World>?>
  private let state = Lock(State())

  private struct State: Sendable {
    /// The latest world, if the scope was written.
    var latest: Snapshot?
    /// The worlds whose addresses were published, without the first.
    var kept: [Snapshot] = []
    var keptSize = 0
    /// The built-in dependencies that writes assigned.
    var written = DependencySet.none
    /// Where the world was set up.
    var bootstrap: World.SourceLocation?
  }

  /// How large the worlds are that a scope keeps, in services: a world without services counts as 16.
  static let keptSizeLimit = 1 << 16

  /// What the scope assigned when it began.
  package let entered: DependencySet
  package let isProcessWide: Bool
  /// The scope around this one, for explanations.
  package let outer: Scope?
  private let depth: Int
  /// Whether there are scopes around this one that aren't known.
  package let isOuterDropped: Bool
  private let fileID: StaticString
  private let line: UInt
  /// The test that this scope, or one around it, was created for.
  package let test: (any AnyTestRun)?

  /// How many scopes around one are known, so that a job that begins the next one inside its scope doesn't retain all of
  /// its predecessors.
  private static let deepest = 32

  /// The process-wide scope.
  package static let process = Scope(World(), isProcessWide: true)

  /// A scope with a world.
  /// - Parameter isInherited: Whether the world is a changed copy of the current one.
  @usableFromInline
  package init(
    _ world: consuming World, isInherited: Bool = false, isProcessWide: Bool = false,
    fileID: StaticString = "", line: UInt = 0
  ) {
    let outer = isProcessWide ? nil : Scope.innermost
    // A world that was current in a test stays that test's.
    test = isInherited ? outer?.test : world.notes?.test ?? outer?.test
    let hasNewZone = isInherited && world.assigned.sinceCopy.contains(.timezone)
    if hasNewZone { IssueReporter.tests?.checkCalendar(of: world) }
    // All of a world that isn't inherited is explained by its scope, except what a note explains. Cleared below.
    entered = isInherited ? world.assigned.sinceCopy : world.assigned.sinceNote
    world.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    initial = .allocate(capacity: 1)
    initial.initialize(to: consume world)
    address = Atomic(UnsafePointer(initial))
    let depth = outer.map { $0.depth + 1 } ?? 0
    isOuterDropped = depth == Scope.deepest
    self.outer = isOuterDropped ? nil : outer
    self.depth = isOuterDropped ? 0 : depth
    (self.fileID, self.line) = (fileID, line)
    self.isProcessWide = isProcessWide
    if isProcessWide { publish(Reading(initial)) } else { Scope.beginLookingForScopes() }
    if isProcessWide { IssueReporter.reportOtherCopy() }
  }

  deinit { initial.deinitialize(count: 1).deallocate() }

  /// Where the scope begins, for messages.
  package var place: String {
    if line == 0, let test { return "of the test \(test)" }
    return "at \(fileID):\(line)" + (isOuterDropped ? ", or one around it" : "")
  }

  // MARK: Entering

  /// Retains a scope as long as any task is inside.
  @usableFromInline static let taskLocal = TaskLocal<Scope?>(wrappedValue: nil)

  /// The scope of the innermost `withWorld` of the running task.
  package static var innermost: Scope? { unretainedInnermost?.takeUnretainedValue() }

  private static var unretainedInnermost: Unmanaged<Scope>? {
    taskLocalKey.load(ordering: .acquiring).flatMap { taskLocalValue($0)?.pointee }
  }

  /// The scope that a use of `Current` means. The test that it was created for checks the use.
  @usableFromInline static var current: Scope {
    guard let innermost else { return process }
    innermost.test?.checkUse()
    return innermost
  }

  /// Runs an operation inside.
  @inlinable
  package func run<Result, Failure: Error>(
    _ operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { return try Scope.taskLocal.withValue(self, operation: operation) } catch { throw typed(error) }
  }

  /// Runs an asynchronous operation inside, in the caller's isolation.
  @inlinable
  package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)?, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    do {
      return try await Scope.taskLocal.withValue(self, operation: operation, isolation: isolation)
    } catch { throw typed(error) }
  }

  /// What an operation threw, with the type that `withValue` drops.
  @inlinable
  func typed<Failure: Error>(_ error: any Error) -> Failure {
    if let error = error as? Failure { return error }
    fatalError("World: an operation threw another type than its own")
  }

  /// Runs an operation outside of all scopes, in the process-wide world.
  static func outside<Result>(_ operation: () -> Result) -> Result {
    taskLocal.withValue(nil, operation: operation)
  }

  // MARK: Reading

  /// The address of the latest process-wide world, until the first scope of the process begins: up to then no task is in a
  /// scope, and readers need not ask. Null if readers must retain the world.
  // Safe as `address` is.
  @usableFromInline nonisolated(unsafe) static let onlyAddress = Atomic<UnsafePointer<World>?>(nil)

  /// The runtime's key of the task-local, by which it is read without counting references; null before the first scope of the
  /// process.
  // The key is the address of the task-local, which is never freed.
  nonisolated(unsafe) private static let taskLocalKey = Atomic<UnsafeRawPointer?>(nil)

  /// The world that a use of `Current` means.
  @inlinable static var reading: Reading {
    if let address = onlyAddress.load(ordering: .acquiring) { return Reading(address) }
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
    if isProcessWide, let address = Scope.onlyAddress.load(ordering: .acquiring) { return Reading(address) }
    if let address = address.load(ordering: .acquiring) { return Reading(address) }
    guard let latest = state.withLock({ $0.latest }) else { return Reading(initial) }
    var reading = Reading(latest.address)
    reading.owner = .passRetained(latest)
    return reading
  }

  /// A copy of the latest world here.
  @usableFromInline package var world: World {
    let reading = latestReading
    defer { reading.owner?.release() }
    return reading.address.pointee
  }

  /// A copy of the world that became current here first.
  package var first: World { initial.pointee }

  // MARK: Writing

  /// Merges what a write assigned into the latest world, and makes it current.
  func merge(_ write: borrowing Write) {
    let replaced = state.withLock { state in
      state.written.insert(write.assigned)
      return replace(with: write.applied(to: state.latest?.address.pointee ?? first), &state)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Exchanges values of the process-wide world that nobody assigned. That is no write.
  package static func exchangeUnassigned(_ update: (inout World, _ assigned: DependencySet) -> Void) {
    let replaced = process.state.withLock { state in
      var next = state.latest?.address.pointee ?? process.first
      let assigned = next.assigned
      update(&next, state.written)
      next.assigned = assigned
      return process.replace(with: next, &state)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Makes a world the latest one.
  ///
  /// - Returns: What it replaces, to be released after the lock.
  private func replace(with world: consuming World, _ state: inout State) -> Snapshot? {
    world.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    let size = 16 + world.services.assignments.count
    let next = Snapshot(consume world)
    let replaced = state.latest
    state.latest = next
    if state.keptSize < Scope.keptSizeLimit {
      state.keptSize += size
      state.kept.append(next)
      publish(Reading(next.address))
    } else {
      publish(nil)
    }
    return replaced
  }

  /// Shows readers the latest world.
  private func publish(_ reading: Reading?) {
    if isProcessWide, Scope.taskLocalKey.load(ordering: .relaxed) == nil {
      Scope.onlyAddress.store(reading?.address, ordering: .releasing)
    }
    address.store(reading?.address, ordering: .releasing)
  }

  /// Lets readers ask which scope they are in, before the first one is entered.
  private static func beginLookingForScopes() {
    if taskLocalKey.load(ordering: .acquiring) != nil { return }
    process.state.withLock { _ in
      onlyAddress.store(nil, ordering: .releasing)
      taskLocalKey.store(Unmanaged.passUnretained(taskLocal).toOpaque(), ordering: .releasing)
    }
  }

  /// What writes inside the scope assigned.
  package var written: DependencySet { state.withLock { $0.written } }

  /// Where the world here was set up.
  var bootstrap: World.SourceLocation? { state.withLock { $0.bootstrap } }

  /// Records where the world here is set up. If it was before, reports that.
  ///
  /// - Returns: Whether it wasn't before.
  func beginBootstrap(at location: World.SourceLocation) -> Bool {
    let earlier = state.withLock { state in
      defer { state.bootstrap = state.bootstrap ?? location }
      return state.bootstrap
    }
    guard let earlier else { return true }
    IssueReporter.report(
      "World.bootstrap was called a second time, and refused; the first call was at " + earlier.description,
      at: location,
      fixes: [
        "set everything up in one World.bootstrap",
        World.Issue.fixInTest,
      ])
    return false
  }

  /// Removes the record after an error.
  func undoBootstrap() { state.withLock { $0.bootstrap = nil } }
}

/// The place of a task-local's value in the running task: what `TaskLocal.get` calls in the runtime before it copies the
/// value, and so counts a reference. It is valid while the task runs inside the binding. An optional reference is
/// stored as the address, or null, whether it is counted or not.
@_silgen_name("swift_task_localValueGet")
private func taskLocalValue(_ key: UnsafeRawPointer) -> UnsafePointer<Unmanaged<Scope>?>?

extension World {
  /// Prepares a world to be read through `Current`.
  fileprivate mutating func prepareToBecomeCurrent(processWide: Bool, test: (any AnyTestRun)?) {
    if let test { note(test) }
    assigned.sinceCopy = .none
    // A copy of it is no longer the world of the write that it was taken in.
    assigned.write = 0
    services.prepareToBecomeCurrent(processWide: processWide)
  }
}
