/// Work that one party does alone while others wait for it: a write to one scope, the building of one service.
///
/// No lock is held while the work is done, so it may run a caller's code. Who does what and who waits for what
/// is written down, so that a circle is found before anyone waits in it, on one thread or across several, and
/// between writes and buildings, too. What the books can't show (somebody inside the work waits for another
/// thread that waits for the work) ends after `patience`.
package enum Exclusive {
  /// What is done alone.
  package struct Work: Hashable, Sendable {
    package init(owner: ObjectIdentifier, key: ObjectIdentifier? = nil) {
      (self.owner, self.key) = (owner, key)
    }

    package var owner: ObjectIdentifier
    package var key: ObjectIdentifier?
  }

  package enum Outcome {
    /// The work is the caller's, until it calls `end`.
    case mine
    /// While the caller waited, somebody else did what was to be done.
    case done
    /// The caller is inside the work itself, or waiting would close a circle. The names along it; the first is
    /// also the last.
    case circular([String])
    /// Whoever does the work is suspended on this very thread, and can't go on while the caller waits.
    case suspended
    /// Whoever does the work takes longer than anyone waits; perhaps it waits for something itself.
    case impatient
  }

  /// Who works or waits: a task, or a thread outside of all tasks.
  private enum Party: Hashable {
    case task(Int)
    case thread(ThreadID)

    static var current: Party {
      withUnsafeCurrentTask { $0.map { .task($0.hashValue) } } ?? .thread(.current)
    }
  }

  private struct Entry {
    var work: Work
    var name: String
    var party: Party
    var thread: ThreadID
    /// Tells one time that a work is done from the next.
    var number: Int
  }

  /// How long anyone waits, in seconds.
  private static let patience = 10

  private static let monitor = Monitor()
  // All only under `monitor`.
  nonisolated(unsafe) private static var begun = 0
  nonisolated(unsafe) private static var underway: [Entry] = []
  nonisolated(unsafe) private static var waiting: [Party: Work] = [:]

  /// Waits until nobody else does the work, and begins it.
  ///
  /// - Parameters:
  ///   - name: What a reader calls the work.
  ///   - isDone: Whether nothing is left to do. Called with the monitor held.
  package static func begin(_ work: Work, name: String, isDone: () -> Bool = { false }) -> Outcome {
    let me = Party.current
    let thread = ThreadID.current
    var awaited: (number: Int, until: Monitor.Deadline)?
    return monitor.withLock {
      while !isDone() {
        guard let other = underway.first(where: { $0.work == work }) else {
          begun += 1
          underway.append(Entry(work: work, name: name, party: me, thread: thread, number: begun))
          return .mine
        }
        if let path = circle(to: other, from: me) { return .circular(path) }
        if other.thread == thread { return .suspended }
        waiting[me] = work
        // Other work that ends meanwhile wakes everybody, and is no reason to wait longer for this one.
        let deadline =
          awaited.flatMap { $0.number == other.number ? $0.until : nil } ?? .init(after: .seconds(patience))
        awaited = (other.number, deadline)
        monitor.wait(until: deadline)
        waiting[me] = nil
        if deadline.isOver { return .impatient }
      }
      return .done
    }
  }

  /// Ends the work. Also on another thread than the one that began it: an access that an `await` interrupted may
  /// go on there.
  ///
  /// - Parameter finish: Makes `isDone` true. Called with the monitor held.
  package static func end(_ work: Work, finish: () -> Void = {}) {
    monitor.withLock {
      finish()
      underway.removeAll { $0.work == work }
      if !waiting.isEmpty { monitor.wakeAll() }
    }
  }

  /// How many wait for one of these works now.
  package static func waiterCount(of works: Set<Work>) -> Int {
    monitor.withLock { waiting.values.count(where: works.contains) }
  }

  /// The names along the circle that would close if `party` waited for `entry`; `nil` if none would.
  private static func circle(to entry: Entry, from party: Party) -> [String]? {
    var path: [String] = []
    var target = entry
    while true {
      // What that party does from there on, the outermost first.
      let from = underway.firstIndex { $0.work == target.work } ?? underway.startIndex
      path += underway[from...].filter { $0.party == target.party }.map(\.name)
      if target.party == party { return path + [entry.name] }
      guard let awaited = waiting[target.party], let next = underway.first(where: { $0.work == awaited })
      else { return nil }
      target = next
    }
  }
}
