import Synchronization

/// The state of a scope that was written. Most scopes are never written.
final class Writes: Sendable {
  let state = Lock(State())

  /// How many replaced worlds a scope retains for readers without a lock.
  static let cacheLimit = 4_096

  struct State: Sendable {
    /// The worlds that were published, the latest last. They stay at their addresses.
    var cached: [Snapshot] = []
    /// The latest world, once no more are cached.
    var uncached: Snapshot?
    var written = Dependencies.none
    var bootstrap: World.SourceLocation?
  }
}

extension Scope {
  var writes: Writes { lazyWrites.load() ?? lazyWrites.storeIfNil(Writes()) }

  /// Merges what a write assigned into the latest world, and makes it current.
  ///
  /// - Returns: What the write replaced, to be released by the caller.
  @inline(never)
  func commit(_ edited: World, of edit: Edit) -> AnyObject? {
    writes.state.withLock { state -> Snapshot? in
      var next: World
      var written = Dependencies.all
      if edited.changes.write == edit.number {
        next = latest(of: state)
        next.merge(edited, since: edit.servicesBefore)
        written = next.changes.recent
      } else {
        next = edited
      }
      state.written = state.written.union(written)
      return publish(next, &state)
    }
  }

  private func latest(of state: Writes.State) -> World {
    (state.uncached ?? state.cached.last)?.address.pointee ?? first
  }

  /// Exchanges values of the process-wide world that nobody assigned. That is no write.
  package static func exchangeUnassigned(_ change: (inout World, _ assigned: Dependencies) -> Void) {
    let replaced = process.writes.state.withLock { state in
      var next = process.latest(of: state)
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
  func publish(_ world: consuming World, _ state: inout Writes.State) -> Snapshot? {
    var next = world
    next.prepareToBecomeCurrent(processWide: isProcessWide, test: test)
    if isProcessWide, state.cached.count < Writes.cacheLimit { next.disownServices() }
    let snapshot = Snapshot(next)
    let replaced = state.uncached
    if state.cached.count < Writes.cacheLimit {
      state.cached.append(snapshot)
      latest.store(snapshot.address, ordering: .releasing)
      if isProcessWide { FastPath.publish(snapshot.address) }
    } else {
      state.uncached = snapshot
      latest.store(nil, ordering: .releasing)
      if isProcessWide {
        FastPath.close()
        FastPath.processWide.store(nil, ordering: .releasing)
      }
    }
    return replaced
  }

  /// What writes inside the scope assigned.
  package var written: Dependencies { lazyWrites.load()?.state.withLock { $0.written } ?? .none }

  /// Records that the world here is set up.
  ///
  /// - Returns: Whether it wasn't before; if it was, that is reported.
  @_optimize(none)
  func markBootstrapped(at location: World.SourceLocation) -> Bool {
    let earlier = writes.state.withLock { state -> World.SourceLocation? in
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
  func unmarkBootstrapped() { writes.state.withLock { $0.bootstrap = nil } }

  /// Where the world here was set up.
  var bootstrap: World.SourceLocation? { lazyWrites.load()?.state.withLock { $0.bootstrap } }
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
