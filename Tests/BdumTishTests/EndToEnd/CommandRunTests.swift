#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing
  import World
  import WorldMocks
  import WorldSimulation

  @testable import BdumTish

  /// The commands beside the day.
  struct CommandRunTests {
    private let program = Program()
    private let leapDay = ["--date", "2024-02-29T23:59:59Z"]

    @Test func besideTellsTheSameDayInEachWorld() throws {
      let result = try program.run(
        ["mac", "--beside", "fr_FR Asia/Tokyo", "--beside", "Africa/Cairo ar_EG", "--beside", "de_DE"]
          + leapDay)
      #expect(result.code == 0)
      let lines = result.output.split(separator: "\n").map { $0.split(separator: " │ ").map(String.init) }
      #expect(lines.allSatisfy { $0.count == 3 })
      #expect(lines[0][0].hasPrefix("La journée d'un programmeur sur Mac"))
      #expect(lines[0][1].contains("يوم مبرمج"))
      #expect(lines[0][2].hasPrefix("Der Tag eines Mac-Programmierers"))
      #expect(lines[1][0].hasPrefix("Asia/Tokyo · vendredi 1 mars 2024"))
      #expect(lines[1][1].contains("Africa/Cairo"))
      #expect(lines[1][2].hasPrefix("UTC · Donnerstag, 29. Februar 2024"))
    }

    /// In every column the same happens at the same local time, whichever is built first.
    @Test func besideHasTheSameLuckInEachWorld() throws {
      let words =
        ["pc", "--json", "--beside", "fr_FR Asia/Tokyo", "--beside", "ar_EG Africa/Cairo"] + leapDay
      let result = try program.run(words)
      let days = try JSONDecoder().decode([Document].self, from: Data(result.output.utf8))
      let times = days.map { $0.events.map { $0.time.dropFirst(11).prefix(5) } }
      #expect(days.map { $0.world["timezone"] } == ["Asia/Tokyo", "Africa/Cairo"])
      #expect(times[0] == times[1])
      #expect(!times[0].isEmpty)
      for _ in 1...5 { #expect(try program.run(words) == result) }
    }

    @Test func besideRefusesWhatIsUnknown() throws {
      let result = try program.run("--beside", "fr_FR", "--beside", "Asia/Tokio")
      #expect(result.code == 64)
      #expect(result.errors.contains("\"Asia/Tokio\" is not a known time zone; did you mean Asia/Tokyo?"))
    }

    @Test func explainSaysWhereValuesCameFrom() throws {
      let result = try program.run("explain", "--locale", "fr_FR", "--coffee", "decaf")
      #expect(result.code == 0)
      #expect(result.output.contains("locale     simulation --locale fr_FR\n"))
      #expect(result.output.contains("timezone   live\n"))
      #expect(result.output.contains("Coffee     bootstrap at BdumTish/App.swift:"))
    }

    @Test func exploreTellsTheDayInEveryEdgeCase() throws {
      let result = try program.run("--explore", "mac")
      #expect(result.code == 0)
      for edgeCase in World.edgeCases { #expect(result.output.contains(edgeCase.reason + "\n")) }
      let paragraph = try #require(
        result.output.components(separatedBy: "\n\n").first {
          $0.hasPrefix(World.EdgeCase.skippedHour.reason)
        })
      #expect(paragraph.contains("This day has 23 hours: the clocks go forward."))
      // How a day ends is said once.
      let endings = result.output.split(separator: "\n").filter { $0.contains("Goes home  ") }
      #expect(endings.count > 1)
      #expect(Set(endings).count == endings.count)
      #expect(result.output.contains("\n\(World.edgeCases.count) worlds, "))
      #expect(try program.run("--explore", "mac") == result)
      let days = try JSONDecoder().decode(
        [Document].self, from: Data(program.run("--explore", "mac", "--json").output.utf8))
      #expect(days.map(\.programmer) == World.edgeCases.map { _ in "mac" })
    }

    @Test(arguments: ["help", "-h", "--help"])
    func helpIsTheSameByEveryName(word: String) throws {
      #expect(try program.run(word) == ProcessResult(code: 0, output: Help.text, errors: ""))
    }

    @Test func manualNamesEveryFlag() throws {
      let text = try program.run("manual").output.replacing("\\-", with: "-")
      for flag in Flag.allCases.map(\.name) + World.Simulation.flags { #expect(text.contains(flag)) }
      for subcommand in Subcommand.allCases {
        #expect(text.contains("\n.B bdum-tish \(subcommand.rawValue)"))
      }
      let macros = Set([".TH", ".SH", ".B", ".RI", ".br", ".PP", ".TP", ".nf", ".fi"])
      for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(macros.contains(String(line.prefix { $0 != " " })))
      }
    }

    @Test(arguments: World.Simulation.CompletionShell.allCases)
    func completionsNameEveryFlag(shell: World.Simulation.CompletionShell) throws {
      let result = try program.run("completions", shell.rawValue)
      #expect(result.code == 0)
      for flag in Flag.allCases.map(\.name) + World.Simulation.flags {
        #expect(result.output.contains(shell == .fish ? " -l \(flag.dropFirst(2)) " : flag))
      }
      for word in Arguments.words { #expect(result.output.contains(word)) }
    }

    /// Each shell that is here reads the script.
    @Test(arguments: World.Simulation.CompletionShell.allCases)
    func completionsAreOfTheShell(shell: World.Simulation.CompletionShell) throws {
      let script = try program.run("completions", shell.rawValue).output
      // In these scripts, a quoted text ends in its line.
      for line in script.split(separator: "\n") where !line.hasPrefix("#") {
        let quotes = line.replacing("\\'", with: "").count { $0 == "'" }
        #expect(quotes % 2 == 0, "\(line)")
      }
      let result = try program.shell(
        "command -v \(shell) >/dev/null || exit 0; $BDUM_TISH completions \(shell) | \(shell) -n")
      #expect(result == ProcessResult(code: 0))
    }

    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")),
      arguments: [
        ("--expl", ["--explore"]), ("--coffee d", ["decaf"]), ("completions z", ["zsh"]),
        ("--locale fr_F", ["fr_FR"]), ("--timezone Asia/Toky", ["Asia/Tokyo"]), ("--beside fr_F", ["fr_FR"]),
        ("--locale=fr_F", ["--locale=fr_FR"]),
        ("--beside=\\\"fr_FR Asia/Toky", ["--beside=fr_FR Asia/Tokyo"]),
      ])
    func fishCompletes(line: String, completions: [String]) throws {
      let result = try program.shell(
        "fish -N -c '$BDUM_TISH completions fish | source; complete -C \"bdum-tish \(line)\"'")
      #expect(result.errors == "")
      let words = result.output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
      #expect(words.map(String.init) == completions)
    }

    /// Bash runs the script.
    @Test(arguments: [
      (["e"], ["explain"]), (["completions", ""], ["bash", "zsh", "fish"]), (["--coffee", "d"], ["decaf"]),
      (["--tim"], ["--timezone"]), (["--no"], ["--no-color", "--no-animation"]),
      (["--timezone", "Asia/Toky"], ["Asia/Tokyo"]), (["--timezone", "=", "Asia/Toky"], ["Asia/Tokyo"]),
      (["--locale", "fr_F"], ["fr_FR"]), (["--locale", "=", "fr_F"], ["fr_FR"]),
      (["--coffee", "=", "d"], ["decaf"]),
      (["--beside", "fr_F"], ["fr_FR"]), (["--beside", "=", "Asia/Toky"], ["Asia/Tokyo"]),
      (["--beside", "\\\"fr_FR Asia/Toky"], ["fr_FR Asia/Tokyo"]),
      (["mac", "--calendar", "bud"], ["buddhist"]),
      (["--clock", "t"], ["ticking"]),
    ])
    func bashCompletes(words: [String], completions: [String]) throws {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      let result = try program.shell(
        """
        bash --norc -c 'source <("$BDUM_TISH" completions bash); COMP_WORDS=(bdum-tish \(line.replacing("'", with: "\""))); \
        COMP_CWORD=\(words.count); COMPREPLY=(); _world_bdum_tish; printf "%s\\n" "${COMPREPLY[@]}"'
        """)
      #expect(result.errors == "")
      #expect(result.output.split(separator: "\n").map(String.init) == completions)
    }
  }
#endif
