import Foundation
import Synchronization
import Testing
import World
import WorldLive

/// Many threads and tasks ask for values of a few keys at once, and building fails now and then: each key's value is
/// built exactly once all the same, and an error is thrown to as many as shared that building, never more.
@Suite(.timeLimit(.minutes(5)))
struct LifetimeStressTests {
  final class Value: Sendable {}
  struct Refused: Error {}

  static let keys = 5
  static let workers = 6
  static let steps = 200

  /// How often each key was built, and which values were seen.
  final class Diary: Sendable {
    private let built = Lock<[Int: Int]>([:])
    private let seen = Lock<[Int: Set<ObjectIdentifier>]>([:])
    private let random: Lock<RandomSource>

    init(seed: UInt64) { random = Lock(.seeded(seed)) }

    /// Fails at random.
    func build(_ key: Int) throws -> Value {
      if random.withLock({ Int.random(in: 0..<3, using: &$0) }) == 0 { throw Refused() }
      built.withLock { $0[key, default: 0] += 1 }
      return Value()
    }

    func see(_ value: Value, of key: Int) {
      seen.withLock { _ = $0[key, default: []].insert(ObjectIdentifier(value)) }
    }

    func check(seed: UInt64) {
      let keys = Set(0..<LifetimeStressTests.keys)
      #expect(built.withLock { $0 } == Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }), "seed \(seed)")
      #expect(
        seen.withLock { $0.mapValues(\.count) } == Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))
    }
  }

  @Test(arguments: stressSeeds)
  func onThreads(seed: UInt64) {
    let diary = Diary(seed: seed)
    let value = lifetime(.singleton) { (key: Int) in try diary.build(key) }
    DispatchQueue.concurrentPerform(iterations: Self.workers) { worker in
      for step in 0..<Self.steps {
        let key = (worker + step) % Self.keys
        if let value = try? value(key) { diary.see(value, of: key) }
      }
    }
    diary.check(seed: seed)
  }

  @Test(arguments: stressSeeds)
  func inTasks(seed: UInt64) async {
    let diary = Diary(seed: seed)
    let value = lifetime(.singleton) { (key: Int) in
      await Task.yield()
      return try diary.build(key)
    }
    await withTaskGroup { group in
      for worker in 0..<Self.workers {
        group.addTask {
          for step in 0..<Self.steps {
            let key = (worker + step) % Self.keys
            // Some are cancelled while they wait.
            let asker = Task { try await value(key) }
            if (worker + step) % 7 == 0 { asker.cancel() }
            if let value = try? await asker.value { diary.see(value, of: key) }
          }
        }
      }
    }
    diary.check(seed: seed)
  }
}
