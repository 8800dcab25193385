import Testing
import World
import WorldSimulation

@testable import BdumTish

struct HelpTests {
  @Test(arguments: Flag.allCases)
  func namesEveryFlag(flag: Flag) { #expect(Help.text.contains(flag.rawValue)) }

  @Test(arguments: Simulation.flags)
  func namesEveryFlagOfTheWorld(flag: String) { #expect(Help.text.contains(flag)) }

  @Test func fitsATerminal() {
    #expect(Help.text.split(separator: "\n").filter { $0.count > 110 } == [])
    #expect(Help.text.hasSuffix("\n"))
  }
}
