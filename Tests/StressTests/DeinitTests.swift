import Foundation
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldSimulation
import WorldTesting

/// Worlds that hold objects whose deinits use the world, while many tasks replace and leave them.
@Suite(.timeLimit(.minutes(120)))
struct DeinitTests {
  /// Reads and writes the world when it goes.
  final class Meddler: Sendable {
    deinit {
      _ = Current.date()
      Current.timezone = { .gmt }
      withWorld(.mock) { Current.locale = { Locale(identifier: "fr_FR") } }
    }
  }

  @Test(.world(.mock), arguments: stressSeeds)
  func worldsAreReplacedAndLeftAtRandom(seed: UInt64) async {
    // In a scope of its own, so that what is left goes inside the test's.
    await withWorld(.mock) {
      await withTaskGroup(of: Void.self) { group in
        for worker in 0..<4 {
          group.addTask { await Self.run(.seeded(seed &+ UInt64(worker) &* 7_919)) }
        }
      }
    }
    #expect(Current.timezone() == .gmt, "seed \(seed)")
  }

  private static func run(_ random: World.RandomSource) async {
    var random = random
    for _ in 0..<60 {
      let meddler = Meddler()
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Current.date = { withExtendedLifetime(meddler) { .distantPast } }
      case 1: Current = World(date: { withExtendedLifetime(meddler) { .distantFuture } }, timezone: .gmt)
      case 2:
        withWorld {
          $0.uuid = { withExtendedLifetime(meddler) { UUID() } }
        } operation: {
          _ = Current.uuid()
        }
      default:
        await withWorld {
          $0.uuid = { withExtendedLifetime(meddler) { UUID() } }
        } operation: {
          await Task.yield()
          Current.uuid = { UUID() }
        }
      }
    }
  }

  @Test func nothingOfAScopeOutlivesIt() {
    weak var held: Meddler?
    withWorld(.mock) {
      withWorld(.mock) {
        let meddler = Meddler()
        held = meddler
        Current.date = { withExtendedLifetime(meddler) { .distantPast } }
        #expect(held != nil)
      }
    }
    #expect(held == nil)
  }

  #if os(Linux) || os(macOS)
    @Test func theProcessWideWorldIsReplacedAtRandom() async {
      await #expect(processExitsWith: .success) {
        Current = .live
        await Task.detached {
          await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 { group.addTask { await DeinitTests.run(.seeded(UInt64(worker))) } }
          }
        }.value
      }
    }
  #endif
}
