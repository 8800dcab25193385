import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

/// A data race, for the check that ThreadSanitizer sees one: with `PLANTED_RACE=1` in the environment.
struct PlantedRaceTests {
  private final class Box: Sendable {
    // Not safe, on purpose.
    nonisolated(unsafe) var count = 0
    let begun = Atomic(0)
  }

  @Test(
    .world(.mock, inParallel: true), .enabled(if: ProcessInfo.processInfo.environment["PLANTED_RACE"] != nil))
  func inParallel() async {
    let box = Box()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          box.begun.add(1, ordering: .relaxed)
          // Until both run, each on a thread of its own.
          while box.begun.load(ordering: .relaxed) < 2 {}
          box.count += 1
        }
      }
    }
    #expect(box.count > 0)
  }
}
