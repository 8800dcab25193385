import Testing
import World
import WorldTesting

actor Printer {
  private(set) var printed: [Int] = []
  func print(_ number: Int) { printed.append(number) }
}

actor TicketOffice {
  private(set) var sold = 0
  let printer = Printer()

  func sell() async -> Int {
    let number = sold + 1
    await printer.print(number)
    sold = number
    return number
  }
}

/// The article on exploring worlds says that these fail.
struct TicketOfficeTests {
  @Suite(.disabled("it fails"))
  struct ArticleTests {
    @Test(.exploring(1_000)) func eachTicketIsSoldOnce() async throws {
      try await World.mustBeLinearizable(
        { TicketOffice() },
        tasks: ["sell": { await $0.sell() }], ["sell": { await $0.sell() }],
        finally: { await $0.sold })
    }
  }

  @Test func theRaceIsFound() async {
    let report = await World.Exploration(runs: 1_000).run {
      try await ArticleTests().eachTicketIsSoldOnce()
    }
    #expect(report.failureText?.hasPrefix("threw NotLinearizable: ") == true, "\(report)")
  }
}
