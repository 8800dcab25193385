@testable import WorldSimulation

#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import WorldMocks

  @testable import World

  /// What the two lines of a `main` do in a process of its own, which reads its environment.
  struct MainTests {
    @Test func aWrongValueIsALineAndTheExitOfAWrongCommandLine() async throws {
      let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) {
        setenv("WORLD_TIMEZONE", "Asia/Tokio", 1)
        withWorld(.live) { _ = World.Simulation.readOrExit() }
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        errors.hasSuffix(
          #": WORLD_TIMEZONE: "Asia/Tokio" is not a known time zone; did you mean Asia/Tokyo?"# + "\n"))
      #expect(errors.filter(\.isNewline) == "\n")
    }

    @Test func aSimulatedProgramSaysSo() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("WORLD_SEED", "7", 1)
        let (simulation, arguments) = withWorld(.live) { World.Simulation.readOrExit() }
        World.bootstrap { $0.use(simulation) }
        precondition(Current.simulation == World.Simulation(seed: 7))
        precondition(arguments == Array(CommandLine.arguments.dropFirst()))
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(errors.hasSuffix(": runs in a simulated world: --seed 7\n"))
      #expect(errors.filter(\.isNewline) == "\n")
    }

    /// The runner's own flags are unknown ones, if it has any.
    @Test func anUnknownFlagIsTheSameExitOnRequest() async {
      await #expect(processExitsWith: .exitCode(64)) {
        guard CommandLine.arguments.dropFirst().contains(where: { $0.hasPrefix("--") }) else { exit(64) }
        withWorld(.live) {
          _ = World.Simulation.readOrExit()
          _ = World.Simulation.readOrExit(otherFlags: [])
        }
      }
    }

    @Test func aProgramWithFlagsOfItsOwnIsAskedForHelp() {
      func asks(_ arguments: [String], _ otherFlags: [String]?) -> Bool {
        World.Simulation.asksForHelp(arguments, otherFlags: otherFlags)
      }
      #expect(asks(["--locale", "fr_FR", "--help"], ["--verbose"]))
      #expect(asks(["-h"], []))
      // What has a help of its own prints that.
      #expect(!asks(["--help"], nil) && !asks(["--help"], ["--help"]) && !asks(["-h"], ["-h"]))
      #expect(!asks(["--", "--help"], []) && !asks(["help"], []))
    }

    @Test func itPrintsAllFlags() async throws {
      let result = await #expect(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
        let help = World.Simulation.help()
        World.Simulation.exitAfterHelp(["--help"], help: help, otherFlags: nil)
        World.Simulation.exitAfterHelp(["--help"], help: help, otherFlags: ["--verbose"])
        exit(1)
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      #expect(output.contains("  --verbose\n" + World.Simulation.help()), "\(output)")
    }

    @Test func anUnknownVariableIsALine() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("WORLD_LOCAL", "fr_FR", 1)
        withWorld(.live) { precondition(World.Simulation.readOrExit().simulation.isEmpty) }
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(
        errors == #"World: the variable "WORLD_LOCAL" simulates nothing. "#
          + "To fix it, one of:\n- rename it to WORLD_LOCALE\n- unset it\n")
    }

    @Test func aLiveProgramSaysNothing() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        withWorld(.live) { precondition(World.Simulation.readOrExit().simulation.isEmpty) }
      }
      #expect(try #require(result).standardErrorContent.isEmpty)
    }
  }
#endif
