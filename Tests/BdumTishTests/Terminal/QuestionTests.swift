import Testing

@testable import BdumTish

struct QuestionTests {
  private let question = Question(text: "Mac or PC?", choices: Programmer.allCases, default: .mac)

  @Test(arguments: [
    ("mac", Programmer.mac), ("pc", .pc), ("PC", .pc), ("  Mac\t", .mac), ("", .mac), (" ", .mac),
  ])
  func takesAnAnswer(answer: String, programmer: Programmer) {
    let log = ConsoleLog(answers: [answer])
    #expect(question.ask(on: log.console()) == programmer)
    #expect(log.errors == "Mac or PC? [mac] ")
    #expect(log.output == "")
  }

  @Test func asksAgain() {
    let log = ConsoleLog(answers: ["amiga", "pc"])
    #expect(question.ask(on: log.console()) == .pc)
    #expect(log.errors == "Mac or PC? [mac] Please answer mac or pc.\nMac or PC? [mac] ")
  }

  @Test func noAnswerIsTheDefault() {
    let log = ConsoleLog()
    #expect(Question(text: "?", choices: Programmer.allCases, default: .pc).ask(on: log.console()) == .pc)
    #expect(log.errors == "? [pc] \n")
  }
}
