#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import TestSupport

  /// The stress program, for a few operations. `.ci/run` lets it run for longer.
  @Suite(.timeLimit(.minutes(120)))
  struct ProgramTests {
    @Test(arguments: [[], ["--stops", "5"]]) func nothingIsWrong(flags: [String]) throws {
      let result = try run(
        ["--seed", "1", "--rounds", "3", "--seconds", "600", "--writes", "2000"] + flags)
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.errors == "")
      #expect(
        result.output.wholeMatch(of: #/[1-9]\d* reads, [1-9]\d* scopes, [1-9]\d* writes, 0 wrong\n/#) != nil,
        "\(result.output)")
    }

    @Test func aProgramThatIsKilledWhileItWritesFilesLosesNothing() throws {
      let result = try run(["--seed", "1", "--kills", "20"])
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        result.output.wholeMatch(of: #/20 kills, [1-9]\d* settings, [1-9]\d* events, 0 wrong\n/#) != nil,
        "\(result.output)")
    }

    @Test func aFlagThatIsUnknownIsRefused() throws {
      #expect(try run(["--sekunds", "1"]).code == 2)
    }

    private func run(_ arguments: [String]) throws -> ProcessResult {
      let process = Process()
      process.executableURL = builtProgram("Stress")
      process.arguments = arguments
      return try process.result()
    }
  }
#endif
