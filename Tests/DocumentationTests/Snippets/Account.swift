import Foundation
import TestSupport
import Testing
import World
import WorldTesting

actor Bank {
  private var approved = 0
  func approve(_ amount: Int) { approved += amount }
}

actor Account {
  private(set) var balance = 100
  let bank = Bank()

  func withdraw(_ amount: Int) async {
    guard balance >= amount else { return }
    await bank.approve(amount)
    balance -= amount
  }
}

/// The test of the README and of the article on exploring worlds. `AccountReportTests` runs it in a process of its own.
@Suite(.enabled(if: AccountReportTests.isOwnProcess))
struct AccountTests {
  @Test(.exploring(1_000)) func nobodyOverdraws() async {
    let account = Account()
    async let first: Void = account.withdraw(60)
    async let second: Void = account.withdraw(60)
    _ = await (first, second)
    let balance = await account.balance
    #expect(balance >= 0)
  }
}

private enum Plain {
  @Suite(.enabled(if: AccountReportTests.isOwnProcess))
  struct AccountTests {
    @Test func nobodyOverdraws() async {
      let account = Account()
      async let first: Void = account.withdraw(60)
      async let second: Void = account.withdraw(60)
      _ = await (first, second)
      let balance = await account.balance
      #expect(balance >= 0)
    }
  }
}

/// The documents show what the test prints.
struct AccountReportTests {
  static let variable = "WORLD_TESTS_ACCOUNT"
  static var isOwnProcess: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  @Test(arguments: ["README.md", "Sources/WorldTesting/WorldTesting.docc/ExploringWorlds.md"])
  func documentsShowWhatIsPrinted(document: String) throws {
    let (code, output) = try runTests(
      library: "swift-testing", [Self.variable: "1"], ["--filter", "DocumentationTests.AccountTests"])
    #expect(code != 0)
    let report = output.split(separator: "\n").drop { !$0.contains("Failed in") }
    let end = try #require(report.firstIndex { $0.contains("Again:") })
    let text = try DocumentTests.text(of: document)
    // An optimizer moves functions into their callers, and there are no lines.
    func dependsOnBuild(_ line: Substring) -> Bool {
      line.contains("`") || line.hasPrefix("    ") || line.contains("(the test fails)")
    }
    let lines = report[...end].filter { !DocumentTests.isOptimized || !dependsOnBuild($0) }
    #expect(lines.count >= 3)
    for line in lines { #expect(text.contains(line), "\(line)") }
  }
}
