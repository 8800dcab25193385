import Testing

@testable import BdumTish

struct ConsoleTests {
  private func ask(_ log: ConsoleLog) -> Programmer {
    log.console().ask("Mac or PC?", Programmer.allCases, default: .mac)
  }

  @Test(arguments: [
    ("mac", Programmer.mac), ("pc", .pc), ("PC", .pc), ("  Mac\t", .mac), ("", .mac), (" ", .mac),
  ])
  func takesAnAnswer(answer: String, programmer: Programmer) {
    let log = ConsoleLog(answers: [answer])
    #expect(ask(log) == programmer)
    #expect(log.errors == "Mac or PC? [mac] ")
    #expect(log.output == "")
  }

  @Test func asksAgain() {
    let log = ConsoleLog(answers: ["amiga", "pc"])
    #expect(ask(log) == .pc)
    #expect(log.errors == "Mac or PC? [mac] Please answer mac or pc.\nMac or PC? [mac] ")
  }

  @Test func noAnswerIsTheDefault() {
    let log = ConsoleLog()
    #expect(log.console().ask("?", Programmer.allCases, default: .pc) == .pc)
    #expect(log.errors == "? [pc] \n")
  }
}
