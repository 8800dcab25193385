import Foundation
import KnownBugs
import Testing
import World
import WorldTesting

extension KnownBug: CustomTestStringConvertible {
  /// The bug's name.
  public var testDescription: String { name }
}

struct KnownBugsTests {
  @Test(arguments: KnownBug.all)
  func isFoundAndBlamedOnWhatIsToBlame(bug: KnownBug) async {
    var exploration = World.Exploration(runs: 1_000, seed: 1)
    exploration.timeout = .milliseconds(50)
    let report = await exploration.run(bug.broken)
    #expect(report.failedAt != nil)
    #expect(report.isRepeatable)
    #expect(bug.blame.contains(report.failingDimensions), "\(report)")
  }

  /// A failure that `swift package explore-worlds` must find. Runs with `KNOWN_BUGS=1` in the environment.
  @Test(.exploring(50), .enabled(if: ProcessInfo.processInfo.environment["KNOWN_BUGS"] != nil))
  func breaks() async throws { try await KnownBug.all[0].broken() }

  @Test(.exploring(500), arguments: KnownBug.all)
  func passesOnceItIsRepaired(bug: KnownBug) async throws { try await bug.repaired() }
}
