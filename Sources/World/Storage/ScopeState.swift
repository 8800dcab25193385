import Synchronization

/// The state of a scope that was written. Most scopes never are.
struct ScopeState: Sendable {
  /// How many replaced worlds a scope retains for readers without a lock.
  static let cacheLimit = 4_096

  /// The worlds that were published, the latest last. They stay at their addresses.
  var cached: [Snapshot] = []
  /// The latest world, once no more are cached.
  var uncached: Snapshot?
  /// What writes assigned.
  var written = Dependencies.none
  /// Where the world was set up.
  var bootstrap: World.SourceLocation?

  /// Behind a lock, where a scope stores it at its first write.
  final class Storage: Sendable { let lock = Lock(ScopeState()) }
}

extension Scope {
  func withState<Result: Sendable>(_ body: (inout ScopeState) -> Result) -> Result {
    (lazyState.load() ?? lazyState.storeIfNil(ScopeState.Storage())).lock.withLock(body)
  }

  /// Merges what a write assigned into the latest world, and makes it current.
  ///
  /// - Returns: What the write replaced, to be released by the caller.
  @inline(never)
  func merge(_ edit: Edit) -> Snapshot? {
    withState { state in
      var next: World
      var written = Dependencies.all
      if edit.world.changes.editID == edit.id {
        next = latestWorld(of: state)
        next.merge(edit)
        written = next.changes.recent
      } else {
        next = edit.world
      }
      state.written = state.written.union(written)
      return publish(next, &state)
    }
  }

  private func latestWorld(of state: ScopeState) -> World {
    (state.uncached ?? state.cached.last)?.address.pointee ?? first
  }

  /// Exchanges values of the process-wide world that nobody assigned. That is no write.
  package static func exchangeUnassigned(_ change: (inout World, _ assigned: Dependencies) -> Void) {
    let replaced = process.withState { state in
      var next = process.latestWorld(of: state)
      let changes = next.changes
      change(&next, state.written)
      next.changes = changes
      return process.publish(next, &state)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Makes a world the latest one.
  ///
  /// - Returns: What it replaces, to be released after the lock.
  @inline(never)
  private func publish(_ world: consuming World, _ state: inout ScopeState) -> Snapshot? {
    let isCached = state.cached.count < ScopeState.cacheLimit
    world.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    if isProcessWide, isCached { world.disownServices() }
    let snapshot = Snapshot(world)
    let replaced = state.uncached
    if isCached {
      state.cached.append(snapshot)
      latestAddress.store(snapshot.address, ordering: .releasing)
      if isProcessWide { FastPath.publish(snapshot.address) }
    } else {
      state.uncached = snapshot
      latestAddress.store(nil, ordering: .releasing)
      if isProcessWide {
        FastPath.close()
        FastPath.processWide.store(nil, ordering: .releasing)
      }
    }
    return replaced
  }

  /// What writes inside the scope assigned.
  package var written: Dependencies { lazyState.load()?.lock.withLock { $0.written } ?? .none }

  /// Records that the world here is set up.
  ///
  /// - Returns: Whether it wasn't before; if it was, that is reported.
  @_optimize(none)
  func markBootstrapped(at location: World.SourceLocation) -> Bool {
    let earlier = withState { state -> World.SourceLocation? in
      if let earlier = state.bootstrap { return earlier }
      state.bootstrap = location
      return nil
    }
    guard let earlier else { return true }
    IssueReporter.report(
      "World.bootstrap was called a second time, and refused; the first call was at \(earlier)", at: location,
      fixes: [
        "set everything up in one World.bootstrap",
        "to run launch code in a test, give the test its own world: @Test(.world(.mock))",
      ])
    return false
  }

  /// Removes the record after an error.
  func unmarkBootstrapped() { withState { $0.bootstrap = nil } }

  /// Where the world here was set up.
  var bootstrap: World.SourceLocation? { lazyState.load()?.lock.withLock { $0.bootstrap } }
}

/// A world at a fixed address.
final class Snapshot: Sendable {
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

extension World {
  /// Prepares a world to be read through `Current`.
  mutating func prepareToBecomeCurrent(processWide: Bool, test: (any TestOrigin)?) {
    if let test, notes?.test !== test { notes = OriginNote(.test, test: test, over: notes) }
    #if DEBUG
      guardAgainstSelfReads()
    #else
      IssueReporter.tests?.guardAgainstSelfReads(in: &self)
    #endif
    changes.recent = .none
    if processWide || !unretainedServices._withUnsafeGuaranteedRef({ $0.isReadyForScopes }) {
      services = services.preparedToBecomeCurrent(processWide: processWide)
    }
  }

  /// Leaves the services to the process, which never releases them.
  mutating func disownServices() {
    if let owned = ownedServices { _ = Unmanaged.passRetained(owned) }
    ownedServices = nil
  }
}
