import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// A data race, for the check that ThreadSanitizer sees one: with `PLANTED_RACE=1` in the environment.
struct PlantedRaceTests {
  private final class Box: Sendable {
    // Not safe, on purpose.
    nonisolated(unsafe) var count = 0
  }

  @Test(
    .world(.mock, inParallel: true), .enabled(if: ProcessInfo.processInfo.environment["PLANTED_RACE"] != nil))
  func inParallel() async {
    let box = Box()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { for _ in 0..<1_000 { box.count += 1 } } }
    }
    #expect(box.count > 0)
  }
}
