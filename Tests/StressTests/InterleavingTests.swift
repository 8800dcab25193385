import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Random programs of reads, in-place writes, whole replacements, nested scopes, escapes and late tasks, run by
/// many tasks at a time and checked against a model.
///
/// The model: a world holds *registers*, one for each worker, in a built-in dependency or in a service. Only its
/// owner writes a register, counting up. So within a scope a worker reads exactly what it wrote last, and of the
/// others' registers never less than it read before: a lost write, a torn world or another scope's world breaks
/// one or the other.
@Suite(.timeLimit(.minutes(120)))
struct InterleavingTests {
  static let workers = 6

  @Test(.world(.mock), arguments: stressSeeds)
  func manyWorkersInOneScope(seed: UInt64) async {
    let before = (0..<Self.workers).map(Registers.read)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          var run = WorkerRun(worker: worker, seed: seed)
          for _ in 0..<150 { await run.step(depth: 0) }
        }
      }
    }
    for worker in 0..<Self.workers {
      #expect(Registers.read(worker) > before[worker], "seed \(seed): worker \(worker) wrote nothing")
    }
  }

  #if os(Linux) || os(macOS)
    @Test func manyWorkersInTheProcessWideWorld() async {
      // More writes than the storage pins worlds for, so that its slower way is run, too.
      await #expect(processExitsWith: .success) {
        for seed in stressSeeds {
          await Task.detached {
            Current = .mock
            await withTaskGroup(of: Void.self) { group in
              for worker in 0..<InterleavingTests.workers {
                group.addTask {
                  var run = WorkerRun(worker: worker, seed: seed)
                  for _ in 0..<100 { await run.step(depth: 0) }
                }
              }
            }
          }.value
        }
      }
    }
  #endif
}

/// One worker's random program, and what its model expects.
struct WorkerRun {
  let worker: Int
  let seed: UInt64
  private var random: World.RandomSource
  /// What this worker wrote last, in the scope that it is in.
  private var own: Int
  /// What it read last of the others.
  private var seen: [Int]

  init(worker: Int, seed: UInt64) {
    self.worker = worker
    self.seed = seed
    random = .seeded(seed &* 1_000 &+ UInt64(worker))
    own = Registers.read(worker)
    seen = (0..<InterleavingTests.workers).map { _ in 0 }
  }

  mutating func step(depth: Int) async {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: readAll()
    case 30..<60: write()
    case 60..<65: await Task.yield()
    case 65..<75 where depth < 4: await nestedScope(depth: depth)
    case 75..<82 where depth < 4: replacedWorld()
    case 82..<90: await escape()
    case 90..<95: await lateTask()
    default: throwingScope()
    }
  }

  private mutating func readAll() {
    for other in 0..<InterleavingTests.workers {
      let value = Registers.read(other)
      if other == worker {
        expect(value == own, "read \(value) of its own register, having written \(own)")
      } else {
        expect(value >= seen[other], "read \(value) of register \(other) after \(seen[other])")
        seen[other] = value
      }
    }
  }

  private mutating func write() {
    own += 1
    Registers.write(own, worker)
    expect(Registers.read(worker) == own, "read \(Registers.read(worker)) right after writing \(own)")
  }

  private mutating func nestedScope(depth: Int) async {
    var inner = self
    await withWorld {
      $0.timezone = { .gmt }
    } operation: {
      for _ in 0..<8 { await inner.step(depth: depth + 1) }
      inner.readAll()
      inner.expect(Current.timezone() == .gmt, "lost its scope's time zone")
    }
    random = inner.random
    readAll()
  }

  /// Alone in a scope of its own, a worker may replace the whole world.
  private mutating func replacedWorld() {
    var inner = self
    withWorld(Current) {
      let replacement = Current
      inner.write()
      Current = replacement
      inner.own -= 1
      inner.expect(Registers.read(inner.worker) == inner.own, "a replaced world was still current")
      inner.write()
    }
    random = inner.random
    readAll()
  }

  /// A captured world, entered again where scopes are lost.
  private mutating func escape() async {
    let world = Current
    let (worker, own) = (worker, own)
    let escaped = await Task.detached {
      withWorld(world) {
        Registers.write(own + 1, worker)
        return Registers.read(worker)
      }
    }.value
    expect(escaped == own + 1, "an escaped world read \(escaped) after \(own + 1) was written")
    expect(Registers.read(worker) == own, "a write in an escaped world came back")
  }

  /// A task that is begun in a scope and goes on after it.
  private mutating func lateTask() async {
    let worker = worker
    let written = own + 1
    let late = withWorld {
      $0.locale = { Locale(identifier: "fr_FR") }
    } operation: {
      Registers.write(written, worker)
      return Task { () -> (Int, String) in
        await Task.yield()
        return (Registers.read(worker), Current.locale().identifier)
      }
    }
    readAll()
    let value = await late.value
    expect(value == (written, "fr_FR"), "a late task saw \(value) instead of its scope's world")
  }

  private mutating func throwingScope() {
    struct Failure: Error {}
    let (worker, written) = (worker, own + 1)
    do {
      try withWorld {
        $0.timezone = { .gmt }
      } operation: {
        Registers.write(written, worker)
        throw Failure()
      }
      expect(false, "a thrown error was lost")
    } catch {
      readAll()
    }
  }

  private func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
    let account = holds ? "" : what()
    #expect(holds, "seed \(seed): worker \(worker) \(account)")
  }
}
