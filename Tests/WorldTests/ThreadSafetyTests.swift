import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldTesting

/// The rows of the article Thread-safety that have no better place. A meeting, not a clock, shows who waits.
@Suite(.world(.mock, inParallel: true), .timeLimit(.minutes(120)))
struct ThreadSafetyTests {
  /// Lets threads wait for each other; it never opens if one of them is kept waiting elsewhere.
  private final class Meeting: Sendable {
    private let arrivals = DispatchSemaphore(value: 0)
    private let departures = DispatchSemaphore(value: 0)

    func arrive() {
      arrivals.signal()
      departures.wait()
    }

    func end(after count: Int) {
      for _ in 0..<count { arrivals.wait() }
      for _ in 0..<count { departures.signal() }
    }
  }

  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> DispatchGroup {
    let group = DispatchGroup()
    let world = Current
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        withWorld(world) { body(index) }
        group.leave()
      }
    }
    return group
  }

  @Test func readersDoNotWaitForReaders() {
    let meeting = Meeting()
    // Each thread is inside the dependency's function when the others read it.
    Current.date = {
      meeting.arrive()
      return .distantPast
    }
    let readers = onThreads(4) { _ in #expect(Current.date() == .distantPast) }
    meeting.end(after: 4)
    readers.wait()
  }

  @Test func readersDoNotWaitForAWriter() async {
    func write(_ world: inout World, _ meanwhile: () async -> Void) async {
      world.timezone = { .gmt }
      await meanwhile()
    }
    // The access to `Current` goes on across the `await`, and may end on another thread.
    await write(&Current) {
      let seen = await Task { Current.timezone().identifier }.value
      #expect(seen == "Europe/London")
    }
    #expect(Current.timezone() == .gmt)
    Current.timezone = { TimeZone(identifier: "Asia/Tokyo")! }
    #expect(Current.timezone().identifier == "Asia/Tokyo")
  }

  private final class Winners: Sendable {
    private let numbers = Lock<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
  }

  @Test func oneOfManyBootstrapsWins() async {
    let winners = Winners()
    let issues = await reports {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<16 {
          group.addTask {
            World.bootstrap { world in
              winners.add(number)
              world.date = { Date(timeIntervalSince1970: Double(number)) }
            }
          }
        }
      }
    }
    #expect(issues.count == 15)
    // Some while the first is under way.
    #expect(issues.allSatisfy { $0.description.contains("and refused") })
    let all = winners.all
    #expect(all.count == 1)
    #expect(all.first.map(Double.init) == Current.date().timeIntervalSince1970)
  }
}
