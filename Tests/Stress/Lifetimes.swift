import Synchronization
import World
import WorldLifetimes

/// Singletons that tasks ask for at once, with builds that fail at random.
///
/// The model: a key is built until a build succeeds, and never again; whoever asks gets that value, or the error of a build
/// that failed while it asked.
struct Lifetimes: Sendable {
  let seed: UInt64
  let tally: Tally

  private struct Failed: Error {}

  /// How often each key was built, and with success.
  private final class Log: Sendable {
    private let counts = Lock<[Int: (begun: Int, ended: Int)]>([:])

    func build(_ key: Int, failures: Int) throws -> Int {
      let begun = counts.withLock { counts in
        counts[key, default: (0, 0)].begun += 1
        return counts[key]?.begun ?? 0
      }
      if begun <= failures { throw Failed() }
      counts.withLock { $0[key, default: (0, 0)].ended += 1 }
      return key * 1_000 + begun
    }

    func ended(_ key: Int) -> Int { counts.withLock { $0[key]?.ended ?? 0 } }
  }

  func run(until end: End) async {
    var round = 0
    while !end.isBefore(round) {
      var dice = Dice(seed: seed, part: 90, round: round)
      let failures = (0..<4).map { _ in dice.roll(3) }
      await runOnce(failures, isAsynchronous: dice.roll(2) == 0, round)
      round += 1
    }
  }

  private func runOnce(_ failures: [Int], isAsynchronous: Bool, _ round: Int) async {
    let log = Log()
    let value: @Sendable (Int) async throws -> Int
    if isAsynchronous {
      value = lifetime(.singleton) { (key: Int) in
        await Task.yield()
        return try log.build(key, failures: failures[key])
      }
    } else {
      let build = lifetime(.singleton) { (key: Int) in try log.build(key, failures: failures[key]) }
      value = { try build($0) }
    }
    let place = "lifetimes, seed \(seed), round \(round)"
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for step in 0..<12 {
            let key = (task + step) % failures.count
            let isBuilt = log.ended(key) > 0
            do {
              let seen = try await value(key)
              // The build that succeeds is the one after those that fail.
              let expected = key * 1_000 + failures[key] + 1
              tally.expect(seen == expected, "\(place): \(seen), not \(expected)")
            } catch {
              tally.expect(!isBuilt || failures[key] > 0, "\(place): an error where nothing fails")
            }
            tally.read()
          }
        }
      }
    }
    for key in failures.indices {
      tally.expect(log.ended(key) <= 1, "\(place): \(key) was built \(log.ended(key)) times")
    }
  }
}
