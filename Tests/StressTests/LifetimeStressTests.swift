import Foundation
import Synchronization
import Testing
import World
import WorldLifetimes
import WorldSimulation

/// Many threads and tasks ask for values of a few keys at once, and building fails now and then: each key's value is
/// built exactly once all the same, and an error is thrown to as many as shared that building, never more.
@Suite(.timeLimit(.minutes(120)))
struct LifetimeStressTests {
  final class Value: Sendable {}

  /// The error of one build.
  struct Refused: Error { var build: Int }

  static let keys = 5
  static let workers = 6
  static let steps = 200

  /// What happened, checked against what may.
  final class Log: Sendable {
    private struct State: Sendable {
      var random: World.RandomSource
      var builds = 0
      /// The builds that failed, and those whose error somebody has got: they are over.
      var failed: Set<Int> = []
      var thrown: Set<Int> = []
      var builtKeys: [Int] = []
      var values: [Int: Set<ObjectIdentifier>] = [:]
      /// Errors of builds that were over before the call began.
      var stale: [Int] = []
    }

    private let state: Lock<State>

    init(seed: UInt64) { state = Lock(State(random: .seeded(seed))) }

    /// Fails at random.
    func build(_ key: Int) throws -> Value {
      let failure = state.withLock { state -> Refused? in
        state.builds += 1
        guard Int.random(in: 0..<3, using: &state.random) == 0 else {
          state.builtKeys.append(key)
          return nil
        }
        state.failed.insert(state.builds)
        return Refused(build: state.builds)
      }
      if let failure { throw failure }
      return Value()
    }

    /// The builds that are over when a call begins.
    var over: Set<Int> { state.withLock { $0.thrown } }

    func add(_ outcome: Result<Value, any Error>, of key: Int, over: Set<Int>) {
      state.withLock { state in
        switch outcome {
        case .success(let value): state.values[key, default: []].insert(ObjectIdentifier(value))
        case .failure(let error as Refused):
          state.thrown.insert(error.build)
          if over.contains(error.build) { state.stale.append(error.build) }
        case .failure(let error): #expect(error is CancellationError)
        }
      }
    }

    func check(seed: UInt64, areErrorsLost: Bool) {
      let state = state.withLock { $0 }
      let once = Dictionary(uniqueKeysWithValues: (0..<LifetimeStressTests.keys).map { ($0, 1) })
      #expect(state.builtKeys.sorted() == Array(0..<LifetimeStressTests.keys), "seed \(seed)")
      #expect(state.values.mapValues(\.count) == once, "seed \(seed)")
      #expect(state.builds == state.builtKeys.count + state.failed.count, "seed \(seed)")
      #expect(state.stale == [], "seed \(seed): errors of earlier builds")
      // A build whose waiting tasks were all cancelled throws to nobody.
      #expect(
        areErrorsLost ? state.thrown.isSubset(of: state.failed) : state.thrown == state.failed, "seed \(seed)"
      )
    }
  }

  @Test(arguments: stressSeeds)
  func onThreads(seed: UInt64) {
    let log = Log(seed: seed)
    let value = lifetime(.singleton) { (key: Int) in try log.build(key) }
    DispatchQueue.concurrentPerform(iterations: Self.workers) { worker in
      for step in 0..<Self.steps {
        let key = (worker + step) % Self.keys
        let over = log.over
        log.add(Result { try value(key) }, of: key, over: over)
      }
    }
    log.check(seed: seed, areErrorsLost: false)
  }

  @Test(arguments: stressSeeds)
  func inTasks(seed: UInt64) async {
    let log = Log(seed: seed)
    let value = lifetime(.singleton) { (key: Int) in
      await Task.yield()
      return try log.build(key)
    }
    await withTaskGroup { group in
      for worker in 0..<Self.workers {
        group.addTask {
          for step in 0..<Self.steps {
            let key = (worker + step) % Self.keys
            let over = log.over
            // Some are cancelled while they wait.
            let asker = Task { try await value(key) }
            if (worker + step) % 7 == 0 { asker.cancel() }
            log.add(await asker.result, of: key, over: over)
          }
        }
      }
    }
    log.check(seed: seed, areErrorsLost: true)
  }
}
