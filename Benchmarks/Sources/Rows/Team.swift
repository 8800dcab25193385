import Synchronization

/// Two threads that do the same at the same time.
///
/// What runs on them are child tasks, which inherit the scope that they are begun in, and so share it. There must
/// be two cores.
enum Team {
  // The concurrency runtime has one thread a core, but whoever measures may be blocking one.
  private static let members = [OwnCore(0), OwnCore(1)]

  /// What two threads get done together, as a multiple of what one does.
  static func throughputOfTwo(_ loop: Loop) async -> Figure {
    let before = await nanoseconds(threads: 1, loop)
    let two = await nanoseconds(threads: 2, loop)
    let after = await nanoseconds(threads: 1, loop)
    return Figure(ratio: (before + after) / two, nanoseconds: two)
  }

  /// How long two threads take, as a multiple of what they take with another loop.
  static func ratioOfTwo(_ loop: Loop, to baseline: Loop) async -> Figure {
    let before = await nanoseconds(threads: 2, baseline)
    let subject = await nanoseconds(threads: 2, loop)
    let after = await nanoseconds(threads: 2, baseline)
    return Figure(ratio: subject / ((before + after) / 2), nanoseconds: subject)
  }

  /// How long each of some threads takes, all having begun together.
  ///
  /// Tries again, a few times, when another process interrupted one of them: then they weren't at it together.
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

/// Who isn't at the start yet.
private final class Missing: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int) { self.count = Atomic(count) }

  func waitForAll() {
    count.subtract(1, ordering: .acquiringAndReleasing)
    while count.load(ordering: .acquiring) > 0 {}
  }
}
