import Synchronization

/// Two threads that do the same at the same time.
///
/// They run child tasks, which inherit and so share the caller's scope. The machine must have two cores.
enum Team {
  // The concurrency runtime has one thread per core, and the code that measures may block one of them.
  private static let members = [OwnCore(0), OwnCore(1)]

  /// Returns the throughput of two threads, as a multiple of one thread's.
  static func throughputOfTwo(_ loop: Loop) async -> Figure {
    let before = await nanoseconds(threads: 1, loop)
    let two = await nanoseconds(threads: 2, loop)
    let after = await nanoseconds(threads: 1, loop)
    return Figure(ratio: (before + after) / two, nanoseconds: two)
  }

  /// Returns the duration of two threads, as a multiple of their duration with another loop.
  static func ratioOfTwo(_ loop: Loop, to baseline: Loop) async -> Figure {
    let before = await nanoseconds(threads: 2, baseline)
    let subject = await nanoseconds(threads: 2, loop)
    let after = await nanoseconds(threads: 2, baseline)
    return Figure(ratio: subject / ((before + after) / 2), nanoseconds: subject)
  }

  /// Returns the duration of the slowest of some threads, which all begin together.
  ///
  /// Tries again a few times if another process interrupted one of them, since then they didn't run together.
  private static func nanoseconds(threads: Int, _ loop: Loop) async -> Double {
    var slowest = Double.infinity
    for _ in 0..<10 {
      let times = await once(threads: threads, loop)
      slowest = times.map(\.elapsed).max() ?? .infinity
      if times.allSatisfy({ $0.elapsed < 1.05 * $0.running }) { break }
    }
    return slowest
  }

  private static func once(threads: Int, _ loop: Loop) async -> [Loop.Times] {
    let missing = Missing(threads)
    return await withTaskGroup { group in
      for member in members.prefix(threads) {
        group.addTask(executorPreference: member) {
          missing.waitForAll()
          return loop.times()
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// The threads that aren't at the start yet.
private final class Missing: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int) { self.count = Atomic(count) }

  func waitForAll() {
    count.subtract(1, ordering: .acquiringAndReleasing)
    while count.load(ordering: .acquiring) > 0 {}
  }
}
