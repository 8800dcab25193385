import Foundation
import Testing

@testable import BdumTish

/// A command line that makes no sense, and what the message must name.
struct BadCommandLine: CustomTestStringConvertible, Sendable {
  var words: [String]
  var names: [String]

  init(_ words: String..., naming names: String...) { (self.words, self.names) = (words, names) }

  var testDescription: String { words.joined(separator: " ") }

  static let all = [
    BadCommandLine("--locael", "fr_FR", naming: "--locael", "did you mean --locale?"),
    BadCommandLine("--frob", naming: "--frob", "see --help"),
    BadCommandLine("-H", naming: "-H", "did you mean -"),
    BadCommandLine("--LOCALE", "fr_FR", naming: "--LOCALE", "did you mean --locale?"),
    BadCommandLine("world", naming: "\"world\"", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine("mca", naming: "mca", "did you mean mac?"),
    BadCommandLine("MAC", naming: "MAC", "did you mean mac?"),
    BadCommandLine("explian", naming: "explian", "did you mean explain?"),
    BadCommandLine("", naming: "\"\"", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine("m", naming: "\"m\"", "did you mean mac?"),
    BadCommandLine(
      "amiga", naming: "\"amiga\"", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine("-", naming: "\"-\"", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine(
      "--", "", naming: "\"\"", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine("mac", "pc", naming: "\"pc\"", "\"mac\""),
    BadCommandLine("explain", "mac", naming: "\"mac\"", "\"explain\""),
    BadCommandLine(
      "--", "--json", naming: "--json", "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine(
      "mac", "--coffee", "tea", naming: "--coffee", "\"tea\"", "there are caffeinated and decaf"),
    BadCommandLine("mac", "--coffee", "decaff", naming: "--coffee", "\"decaff\"", "did you mean decaf?"),
    BadCommandLine("mac", "--coffee", "Decaf", naming: "--coffee", "\"Decaf\"", "did you mean decaf?"),
    BadCommandLine("mac", "--locale", "fr_FX", naming: "--locale", "\"fr_FX\"", "did you mean fr_FR?"),
    BadCommandLine("--locale=xx_XX", naming: "--locale", "\"xx_XX\"", "is not a known locale"),
    BadCommandLine(
      "mac", "--timezone", "Asia/Tokio", naming: "--timezone", "\"Asia/Tokio\"", "did you mean Asia/Tokyo?"),
    BadCommandLine("--calendar", "budhist", naming: "--calendar", "\"budhist\"", "did you mean buddhist?"),
    BadCommandLine("mac", "--clock", "60", naming: "--clock", "\"60\"", "did you mean 60x?"),
    BadCommandLine("--clock", "fast", naming: "--clock", "\"fast\"", "is not frozen, ticking or a rate"),
    BadCommandLine("--clokc", "60x", naming: "--clokc", "did you mean --clock?"),
    BadCommandLine("--seed", "-1", naming: "--seed", "\"-1\"", "is not a whole number from 0"),
    BadCommandLine(
      "--date", "2024-02-30T00:00:00Z", naming: "--date", "\"2024-02-30T00:00:00Z\"",
      "did you mean 2024-02-29T00:00:00Z?"),
    BadCommandLine("--date", "tommorow", naming: "--date", "\"tommorow\"", "did you mean tomorrow?"),
    BadCommandLine(
      "--date", "2024-03-10T02:30", "--timezone", "America/New_York", naming: "--date",
      "\"2024-03-10T02:30\"",
      "America/New_York", "did you mean 2024-03-10T03:30?"),
    BadCommandLine("completions", naming: "completions bash"),
    BadCommandLine("completions", "fisch", naming: "\"fisch\"", "did you mean fish?"),
    BadCommandLine("completions", "powershell", naming: "\"powershell\"", "there are bash, zsh, fish"),
    BadCommandLine("completions", "bash", "zsh", naming: "\"bash\"", "\"zsh\""),
    BadCommandLine("--beside", "fr_FR", naming: "--beside", "once", "two or three"),
    BadCommandLine(
      "--beside", "a", "--beside", "b", "--beside", "c", "--beside", "d", naming: "--beside", "4 times",
      "two or three"),
    BadCommandLine(
      "--explore", "--locale", "fr_FR", "--analytics", "f",
      naming: "--explore", "has worlds of its own",
      "leave out --analytics, the flags and variables that simulate another one"),
    BadCommandLine("explain", "--explore", naming: "--explore", "explain", "leave out one"),
    BadCommandLine("completions", "--explore", "fish", naming: "--explore", "completions"),
    BadCommandLine(
      "--explore", "--beside", "fr_FR", "--beside", "de_DE", naming: "--explore", "leave out --beside"),
    BadCommandLine("--locale", naming: "--locale", "needs a value", "fr_FR"),
    BadCommandLine("--locale=", naming: "--locale", "needs a value"),
    BadCommandLine("--locale", "", naming: "--locale", "needs a value"),
    BadCommandLine("--date", "--json", naming: "--date", "needs a value"),
    BadCommandLine("mac", "--analytics", naming: "--analytics", "needs a value"),
    BadCommandLine("--json=yes", naming: "--json", "\"yes\"", "did you mean --json?"),
    BadCommandLine("--json", "--json", naming: "--json", "twice"),
    BadCommandLine("--seed", "1", "--seed=2", naming: "--seed", "\"1\"", "\"2\"", "twice"),
    BadCommandLine("--help", "--frob", naming: "--frob"),
    BadCommandLine(
      "two\nlines", naming: "\"two\\nlines\"",
      "there are mac, pc, explain, completions, manual and help"),
    BadCommandLine("--timezone", "\u{1B}[31m", naming: "--timezone", "is not a known time zone"),
  ]
}

struct UsageErrorTests {
  @Test(arguments: BadCommandLine.all)
  func namesWhatIsWrong(_ bad: BadCommandLine) {
    let error = #expect(throws: (any Error).self) { try parse(bad.words) }
    let message = error.map { "\($0)" } ?? ""
    for name in bad.names { #expect(message.contains(name)) }
  }

  @Test(arguments: BadCommandLine.all)
  func isOneVisibleLine(_ bad: BadCommandLine) {
    let error = #expect(throws: (any Error).self) { try parse(bad.words) }
    let scalars = (error.map { "\($0)" } ?? "\n").unicodeScalars
    #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
  }
}
