import Foundation
import Testing
import World
import WorldSimulation

@testable import BdumTish

struct HelpTests {
  @Test(arguments: Flag.allCases)
  func namesEveryFlag(flag: Flag) { #expect(Help.text.contains(flag.name)) }

  @Test(arguments: World.Simulation.flags)
  func namesEveryFlagOfTheWorld(flag: String) { #expect(Help.text.contains(flag)) }

  @Test(arguments: Subcommand.allCases)
  func namesEveryWord(subcommand: Subcommand) {
    #expect(Help.text.contains("bdum-tish \(subcommand.rawValue)"))
  }

  @Test func versionIsTheNewestReleaseOfTheChangelog() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let changes = try String(contentsOf: package.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /(?m)^## \[([0-9].+?)\]/)).output.1
    #expect(Help.version == "bdum-tish \(newest)")
  }

  @Test func fitsATerminal() {
    #expect(Help.text.split(separator: "\n").filter { $0.count > 110 } == [])
    #expect(Help.text.hasSuffix("\n"))
  }
}
