#if os(Linux) || os(macOS)
  import Foundation
  import Testing

  /// The executable on a terminal.
  struct TerminalRunTests {
    private func program(_ environment: [String: String] = [:]) -> Program {
      Program(
        environment: ["LC_ALL": "en_US.UTF-8", "TZ": "UTC", "TERM": "xterm"].merging(environment) { $1 })
    }

    @Test func asksAndRemembers() throws {
      let program = program()
      let (code, screen) = try Terminal().run(program, ["--no-animation"], typing: "amiga\npc\n")
      #expect(code == 0)
      #expect(screen.contains("Mac or PC? [mac] "))
      #expect(screen.contains("Please answer mac or pc."))
      #expect(screen.contains("The day of a PC programmer"))
      #expect(try program.run().output.contains("PC programmer"))
    }

    @Test func isColoured() throws {
      let (code, screen) = try Terminal().run(program(), ["mac", "--no-animation"])
      #expect(code == 0)
      #expect(screen.hasPrefix("\u{1B}[1mThe day of a Mac programmer\u{1B}[0m\n"))
      #expect(screen.hasSuffix("Ba dum tish!\u{1B}[0m\n"))
    }

    private let enters = "\u{1B}[?1049h\u{1B}[?25l"
    private let leaves = "\u{1B}[?25h\u{1B}[?1049l"

    /// Eleven hours at a million times the speed take no time worth mentioning.
    @Test func dayPlaysBy() throws {
      let (code, screen) = try Terminal().run(
        program(), ["mac", "--no-color", "--date", "2024-03-01", "--clock", "1000000x"])
      #expect(code == 0)
      #expect(
        screen.hasPrefix(
          "bdum-tish: runs in a simulated world: --date 2024-03-01T00:00:00Z --clock 1000000x@"))
      #expect(screen.components(separatedBy: enters).count == 2)
      let after = try #require(screen.components(separatedBy: leaves).last)
      #expect(after.hasPrefix("The day of a Mac programmer\nUTC · Friday, March 1, 2024\n"))
      #expect(after.hasSuffix("Ba dum tish!\n"))
    }

    @Test func qLeavesWhatWasToldOnTheScreen() throws {
      let (code, screen) = try Terminal().run(
        program(), ["mac", "--no-color", "--date", "2024-03-01", "--clock", "ticking"], typing: "q")
      #expect(code == 0)
      #expect(screen.contains(enters))
      #expect(screen.hasSuffix(leaves + "The day of a Mac programmer\nUTC · Friday, March 1, 2024\n"))
    }

    /// Ctrl-C is a key of the film, and the cursor is there again.
    @Test func controlCLeavesTheTerminalAsItWas() throws {
      let ending = try Terminal().run(
        program(), ["mac", "--date", "2024-03-01", "--clock", "ticking"], typing: "\u{3}", after: enters)
      #expect(ending.code == 130)
      #expect(ending.reason == .exit)
      #expect(ending.screen.contains(leaves))
      #expect(ending.echoesAgain)
    }

    @Test(arguments: [
      (["mac", "--no-animation", "--no-color"], [:]), (["mac", "--no-animation"], ["NO_COLOR": "1"]),
      (["mac"], ["TERM": "dumb"]), (["explain"], [:]), (["mac", "--json"], [:]),
    ])
    func isPlainWhereThatIsWanted(words: [String], environment: [String: String]) throws {
      let (code, screen) = try Terminal().run(program(environment), words)
      #expect(code == 0)
      #expect(!screen.isEmpty)
      #expect(!screen.contains("\u{1B}"))
    }
  }
#endif
