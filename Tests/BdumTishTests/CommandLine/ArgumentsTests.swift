import Foundation
import Testing
import WorldSimulation

@testable import BdumTish

struct ArgumentsTests {
  private func parse(_ words: String...) throws -> Arguments { try Arguments(words) }

  @Test func nothingIsADayOfSomebody() throws {
    let arguments = try Arguments([])
    #expect(arguments.command == .day(nil))
    #expect(arguments.coffee == .caffeinated)
    #expect(arguments.analyticsPath == nil)
    #expect(!arguments.wantsJSON)
    #expect(arguments.wantsColor)
    #expect(arguments.wantsAnimation)
  }

  @Test func everythingAtOnce() throws {
    let (simulation, arguments) = try BdumTishTests.parse([
      "--coffee", "decaf", "--locale=fr_FR", "pc", "--timezone", "Asia/Tokyo", "--calendar=buddhist",
      "--date", "2024-03-10", "--seed", "7", "--analytics", "a=b.jsonl", "--json", "--no-color",
      "--no-animation",
    ])
    #expect(arguments.command == .day(.pc))
    #expect(arguments.coffee == .decaf)
    #expect(simulation.locale?.identifier == "fr_FR")
    #expect(simulation.timezone?.identifier == "Asia/Tokyo")
    #expect(simulation.calendar == .buddhist)
    #expect(simulation.date == .frozen(at: try instant("2024-03-09T15:00:00Z")))
    #expect(simulation.seed == 7)
    #expect(arguments.simulation == simulation)
    #expect(arguments.analyticsPath == "a=b.jsonl")
    #expect(arguments.wantsJSON)
    #expect(!arguments.wantsColor)
    #expect(!arguments.wantsAnimation)
  }

  @Test(arguments: [
    (["mac"], Arguments.Command.day(.mac)), (["pc"], .day(.pc)), (["--help"], .help),
    (["--version"], .version), (["mac", "--help"], .help), (["--json", "--", "pc"], .day(.pc)),
    (["--"], .day(nil)), (["-h"], .help), (["help"], .help), (["mac", "-h"], .help), (["explain"], .explain),
    (["--explore"], .explore(nil)), (["pc", "--explore"], .explore(.pc)), (["manual"], .manual),
    (["completions", "fish"], .completions(.fish)),
  ])
  func readsCommand(words: [String], command: Arguments.Command) throws {
    #expect(try Arguments(words).command == command)
  }

  @Test func besideIsGivenForEachColumn() throws {
    #expect(
      try parse("--beside", "fr_FR", "mac", "--beside=ar_EG Africa/Cairo").beside == [
        "fr_FR", "ar_EG Africa/Cairo",
      ])
    #expect(try parse("mac").beside == [])
    #expect(try parse("--beside=fr_FR", "--beside=de_DE", "--beside=en_GB").beside.count == 3)
  }

  @Test func valueMayHoldAnEqualsSign() throws {
    #expect(try parse("--analytics=a=b").analyticsPath == "a=b")
    #expect(try parse("--analytics", "-").analyticsPath == "-")
  }
}
