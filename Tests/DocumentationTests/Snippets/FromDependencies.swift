import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

extension World {
  var now: Date { date() }
  var continuousClock: WorldClock { clock }
}

final class TimerModel {
  @Dependency(\.now) private var now
  @Dependency(\.continuousClock) private var clock

  func wait() async throws -> Date {
    try await clock.sleep(for: .seconds(60))
    return now
  }
}

/// A model that makes others in its own world, whichever is current by then.
struct FolderModel {
  private let world = Current

  @MainActor func open() -> GreetingViewModel { withWorld(world) { GreetingBuilder.build() } }
}

/// The table of the article on swift-dependencies.
@Suite(.world(.mock))
struct FromDependenciesTests {
  private let launchDay = Date(timeIntervalSince1970: 1_790_000_000)

  @Test(.world(.mock, autoAdvance: true))
  func theWrapperReadsTheTimeOfTheWorld() async throws {
    let start = Current.date()
    #expect(try await TimerModel().wait() == start + 60)
  }

  @MainActor @Test func aModelMakesOthersInItsWorld() {
    let folder = withWorld {
      $0.timezone = { TimeZone(identifier: "America/New_York") ?? .gmt }
    } operation: {
      FolderModel()
    }
    #expect(GreetingBuilder.build().text == "Good afternoon")
    #expect(folder.open().text == "Good morning")
  }

  @Test func aDateThatSleepsMove() async throws {
    let launchDay = launchDay
    Current.use(TimeMachine(frozenAt: launchDay))
    async let slept: Void = Current.sleep(.seconds(60))
    await Current.time.advance(by: .seconds(60))
    try await slept
    #expect(Current.date() == launchDay + 60)
  }

  @Test func aDateThatSleepsDontMove() async {
    let launchDay = launchDay
    Current.date = { launchDay }
    await Current.time.advance(by: .seconds(60))
    #expect(Current.date() == launchDay)
  }

  @Test func whatNobodyAwaitsRunsWhenTimeIsAdvancedByNothing() async {
    let done = Mutex(false)
    Task { done.withLock { $0 = true } }
    #expect(!done.withLock { $0 })
    await Current.time.advance(by: .zero)
    #expect(done.withLock { $0 })
  }

  @Test func aTimerIsALoopThatSleeps() async {
    let ticks = Mutex(0)
    let timer = Task {
      while true {
        try await Current.sleep(.seconds(1))
        ticks.withLock { $0 += 1 }
      }
    }
    await Current.time.advance(by: .seconds(3))
    #expect(ticks.withLock { $0 } == 3)
    timer.cancel()
  }

  @Test func identifiersCountFromOne() {
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
    let counting = World.countingUUIDs()
    #expect(counting().uuidString.hasSuffix("0001"))
  }
}
