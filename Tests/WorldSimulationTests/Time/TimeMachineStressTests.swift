import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@Suite(.timeLimit(.minutes(120)))
struct TimeMachineStressTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  private final class Counts: Sendable {
    let woken = Atomic(0)
    let cancelled = Atomic(0)
    let early = Atomic(0)
  }

  @Test func tenThousandSleepersEachWakeOnceOrAreCancelled() async throws {
    let time = TimeMachine(frozenAt: start)
    let counts = Counts()
    let tasks = (0..<10_000).map { index in
      Task {
        do {
          let deadline = TimeMachine.Instant(start).advanced(by: .seconds(1 + index * 7_919 % 10_000))
          try await time.sleep(until: deadline)
          counts.woken.add(1, ordering: .relaxed)
          if time.now < deadline { counts.early.add(1, ordering: .relaxed) }
        } catch {
          counts.cancelled.add(1, ordering: .relaxed)
        }
      }
    }
    try await time.waitForSleepers(tasks.count)
    for task in tasks.prefix(5_000) { task.cancel() }
    #expect(time.sleeperCount == 5_000)
    await time.advance(by: .seconds(10_000))
    for task in tasks { await task.value }
    #expect(counts.woken.load(ordering: .relaxed) == 5_000)
    #expect(counts.cancelled.load(ordering: .relaxed) == 5_000)
    #expect(counts.early.load(ordering: .relaxed) == 0)
    #expect(time.sleeperCount == 0)
  }

  @Test func sleepersTravellersAndChangesOfMotionAtOnce() async {
    let outside = TimeMachine(frozenAt: start)
    let time = TimeMachine(
      at: TimeMachine.Instant(start), motion: .ticking(rate: 60), real: .driven(by: outside))
    let counts = Counts()
    let sleepers = (0..<8).map { seed in
      Task {
        let random = World.RandomSource.seeded(UInt64(seed))
        for _ in 0..<200 {
          let nap = Task {
            let duration = Duration.milliseconds(random { Int.random(in: 0...500, using: &$0) })
            let deadline = time.now.advanced(by: duration)
            do {
              try await time.sleep(until: deadline)
              counts.woken.add(1, ordering: .relaxed)
              if time.now < deadline { counts.early.add(1, ordering: .relaxed) }
            } catch {
              counts.cancelled.add(1, ordering: .relaxed)
            }
          }
          if random({ Bool.random(using: &$0) }) { nap.cancel() }
          await nap.value
        }
      }
    }
    // As long as somebody sleeps; each round suspends, so that nobody is kept from running.
    let pump = Task {
      while (try? await time.waitForSleepers()) != nil { await time.advance(by: .milliseconds(100)) }
    }
    let meddlers = [
      Task {
        for _ in 0..<300 { await outside.advance(by: .milliseconds(1)) }
      },
      Task {
        for _ in 0..<300 {
          time.freeze()
          _ = (time.anchor, time.sleeperCount, time.motion)
          time.resume(rate: 2)
          await time.advance(by: .milliseconds(10))
        }
      },
    ]
    for meddler in meddlers { await meddler.value }
    for sleeper in sleepers { await sleeper.value }
    pump.cancel()
    await pump.value
    let (woken, cancelled) = (
      counts.woken.load(ordering: .relaxed), counts.cancelled.load(ordering: .relaxed)
    )
    #expect(woken + cancelled == 1_600)
    #expect(woken > 0)
    // Nothing here moves time back.
    #expect(counts.early.load(ordering: .relaxed) == 0)
  }
}
