import Foundation
import TestSupport
import Testing
import World
import WorldSimulation
import WorldTesting

struct WorldClockTests {
  @Test(.world(.live)) func theLiveClockGoesOn() async throws {
    let clock = Current.clock
    let start = clock.now
    let measured = try await clock.measure { try await clock.sleep(for: .milliseconds(2)) }
    #expect(measured >= .milliseconds(2))
    #expect(start.duration(to: clock.now) >= measured)
    #expect(start < clock.now)
    #expect(clock.minimumResolution == .nanoseconds(1))
    // It goes as the continuous clock does: between two of its moments no more passes than around them.
    let before = ContinuousClock.now
    let first = clock.now
    let inside = ContinuousClock.now
    let last = clock.now
    #expect(first.duration(to: last) <= before.duration(to: .now))
    #expect(before.duration(to: inside) <= start.duration(to: last))
    #expect(first.advanced(by: first.duration(to: last)) == last)
    // Every reader of the live world counts from the same origin.
    #expect(start < Current.clock.now)
  }

  @Test func aSleepUntilAnInstantThatIsOverReturns() async throws {
    let clock = World.live.clock
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: clock.now.advanced(by: .seconds(3_600)))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  #if os(Linux) || os(macOS)
    @Test func theLongestSleepSleeps() async {
      await #expect(processExitsWith: .success) {
        let sleeps: [@Sendable (Duration) async throws -> Void] = [
          World.live.sleep, { try await World.live.clock.sleep(for: $0) },
        ]
        for sleep in sleeps {
          let (executor, isOver) = (HeldExecutor(), Flag())
          let task = Task(executorPreference: executor) {
            defer { isOver.set() }
            try await sleep(.seconds(Int64.max))
          }
          // Until it sleeps.
          executor.run()
          #expect(!isOver.isSet)
          task.cancel()
          executor.release()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
      }
    }
  #endif

  @Test func itSleepsByTheWorldsSleep() async throws {
    struct Asleep: Error, Equatable { var duration: Duration }
    var world = World.live
    world.use(TimeMachine(frozenAt: .distantPast))
    world.sleep = { throw Asleep(duration: $0) }
    let clock = world.clock
    await #expect(throws: Asleep(duration: .seconds(3))) {
      try await clock.sleep(until: clock.now.advanced(by: .seconds(3)))
    }
  }

  @Test func aTimeMachineDrivesIt() async {
    let time = TimeMachine(frozenAt: .distantPast)
    let clock = World.live.using(time).clock
    let start = clock.now
    await time.advance(by: .seconds(1))
    #expect(start.duration(to: clock.now) == .seconds(1))
    await time.travel(to: .distantPast + 60)
    #expect(start.duration(to: clock.now) == .seconds(60))
  }

  @Test func clocksOfOneMachineAreOne() {
    let (one, other) = (World.mock, World.mock)
    #expect(one.clock.id == one.clock.id)
    #expect(one.clock.id == one.time.id)
    #expect(one.clock.id != other.clock.id)
    #expect(World.live.clock.id == World.live.clock.id)
  }

  @Test func itIsMergedWithOtherWrites() async {
    await withWorld(.live) {
      let time = TimeMachine(frozenAt: .distantPast)
      async let one: Void = { Current.use(time) }()
      async let other: Void = { Current.locale = { Locale(identifier: "fr_FR") } }()
      _ = await (one, other)
      let start = Current.clock.now
      await time.advance(by: .seconds(1))
      #expect(start.duration(to: Current.clock.now) == .seconds(1))
      #expect(Current.locale().identifier == "fr_FR")
    }
  }
}
