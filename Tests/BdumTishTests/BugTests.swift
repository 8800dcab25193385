import TestSupport
import Testing

@testable import BdumTishBug

struct BugTests {
  @Test func theBugIsFoundRepeatedAndFixed() async throws {
    let shown = Locked("")
    try await Bug.play { line in shown.withLock { $0 += line + "\n" } }
    let text = shown.withLock { $0 }
    #expect(
      text.contains(
        "threw MoreCupsThanCoffee()\nThe smallest difference that makes it fail: step 3 starts task 3"))
    let token = try #require(text.firstMatch(of: #/exploring\(only: "(w2:[^"]+)"/#)).1
    #expect(text.contains("\n  \(token): threw MoreCupsThanCoffee()\n"))
    #expect(text.contains("after it was poured:\n\nPassed in "))
    #expect(!text.contains("private init"))
  }

  #if os(Linux) || os(macOS)
    private let program = Program(url: builtProgram("bdum-tish-bug"))

    @Test(arguments: [80, 40])
    func linesWrapAtWords(width: Int) throws {
      let (code, screen) = try Terminal(width: UInt16(width)).run(program, [])
      #expect(code == 0)
      let long = screen.split(separator: "\n").filter { $0.count > width }
      #expect(long.isEmpty)
      // No word is broken.
      let whole = try program.run().output
      #expect(screen.split(whereSeparator: \.isWhitespace) == whole.split(whereSeparator: \.isWhitespace))
    }

    @Test func theLineThatRepeatsARunIsOneOfAProgram() throws {
      let text = try program.run().output
      #expect(text.contains(#/\nAgain:  World.Exploration\(runs: 1, only: "w2:[^"]+"\)\n/#))
      #expect(!text.contains("@Test"))
    }

    @Test func flags() throws {
      let help = ProcessResult(code: 0, output: Bug.help + "\n")
      #expect(try program.run("--help") == help)
      #expect(try program.run("-h") == help)
      let problem = "bdum-tish-bug: \"--fast\" is not a flag; see --help\n"
      #expect(try program.run("--fast") == ProcessResult(code: 64, errors: problem))
      let isClosed = try program.shell(#"{ "$BDUM_TISH"; echo $? >&2; } | true"#)
      #expect(isClosed == ProcessResult(code: 0, errors: "0\n"))
    }

    #if os(Linux)
      @Test func lostOutputIsReported() throws {
        let result = try program.shell(#"exec "$BDUM_TISH" >/dev/full"#)
        #expect(result.code == 74)
        #expect(result.errors.hasPrefix("bdum-tish-bug: standard output can't be written: "))
      }
    #endif
  #endif
}
