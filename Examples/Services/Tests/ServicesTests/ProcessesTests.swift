#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import World
  import WorldMocks
  import WorldSimulation
  import WorldTesting

  @testable import Services

  struct ProcessesTests {
    @Test func aLiveProcessIsRunToItsEnd() async throws {
      let output = try await Processes.live.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
      #expect(output == Processes.Output(code: 3, standardOutput: "out\n", standardError: "err\n"))
    }

    /// Writes more to both pipes than they hold.
    @Test func muchOutputDoesntBlockIt() async throws {
      let line = "head -c 300000 /dev/zero | tr '\\0' x"
      let output = try await Processes.live.run("/bin/sh", ["-c", "\(line); \(line) >&2"])
      #expect(output.standardOutput.utf8.count == 300_000)
      #expect(output.standardError.utf8.count == 300_000)
    }

    @Test(.world(.live) { $0.use(World.Simulation(locale: Locale(identifier: "fr_FR"))) })
    func aProgramInheritsWhatIsSimulated() async throws {
      let output = try await Current.processes.run("/bin/sh", ["-c", "echo $WORLD_LOCALE"])
      #expect(output.standardOutput == "fr_FR\n")
    }

    @Test func aProgramThatIsNotThereIsAnError() async {
      await #expect(throws: (any Error).self) { try await Processes.live.run("/no/such/program", []) }
    }

    @Test func cancellationTerminatesIt() async {
      let task = Task { try await Processes.live.run("/bin/sh", ["-c", "exec sleep 600"]) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(.world(.mock)) func aMockReportsThatNothingWasAssigned() async {
      await withKnownIssue {
        await #expect(throws: Unimplemented.self) { try await Current.processes.run("/bin/ls", []) }
      } matching: { issue in
        "\(issue)".contains("Processes.run")
      }
    }

    @Test(
      .world {
        $0.processes.run = { _, arguments in .init(standardOutput: arguments.joined(separator: " ")) }
      })
    func aTestAssignsWhatAProgramPrints() async throws {
      #expect(try await Current.processes.run("/bin/echo", ["a", "b"]).standardOutput == "a b")
    }
  }
#endif
