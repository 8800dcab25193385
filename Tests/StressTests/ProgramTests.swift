#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import TestSupport

  /// The stress program, for a few operations. `.ci/run` lets it run for longer.
  @Suite(.timeLimit(.minutes(5)))
  struct ProgramTests {
    @Test(arguments: [[], ["--stops", "5"]]) func nothingIsWrong(flags: [String]) throws {
      let (code, output, errors) = try run(
        ["--seed", "1", "--rounds", "3", "--seconds", "600", "--writes", "2000"] + flags)
      #expect(code == 0, "\(errors)")
      #expect(errors == "")
      #expect(
        output.wholeMatch(of: #/[1-9]\d* reads, [1-9]\d* scopes, [1-9]\d* writes, 0 wrong\n/#) != nil,
        "\(output)")
    }

    @Test func aFlagThatIsUnknownIsRefused() throws {
      #expect(try run(["--sekunds", "1"]).code == 2)
    }

    private func run(_ arguments: [String]) throws -> (code: Int32, output: String, errors: String) {
      let (process, output, errors) = (Process(), Pipe(), Pipe())
      process.executableURL = Self.program
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment.merging(coverageEnvironment) { $1 }
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorData = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: outputData, as: UTF8.self),
        String(decoding: errorData, as: UTF8.self)
      )
    }

    /// It stands beside the tests.
    private static var program: URL {
      #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("Stress")
      #else
        return Bundle.main.bundleURL.appendingPathComponent("Stress")
      #endif
    }
  }
#endif
