#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport

  /// The built executable, run in surroundings that the test decides on.
  struct Program: Sendable {
    /// The user's folder; a new and empty one unless given.
    var home = TemporaryFolder()
    var environment = ["LC_ALL": "C", "TZ": "UTC"]

    struct Result: Equatable {
      var code: Int32
      var output: String
      var errors: String
    }

    /// Runs it to its end, off a terminal.
    func run(_ arguments: String...) throws -> Result { try run(arguments) }

    func run(_ arguments: [String]) throws -> Result {
      try run(executable: Program.url, arguments: arguments)
    }

    /// Runs a line of shell, in which `$BDUM_TISH` is the program.
    func shell(_ line: String) throws -> Result {
      try run(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line])
    }

    private func run(executable: URL, arguments: [String]) throws -> Result {
      let (output, errors) = (Pipe(), Pipe())
      let process = process(executable: executable, arguments: arguments)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorData = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Result(
        code: process.terminationStatus, output: String(decoding: outputData, as: UTF8.self),
        errors: String(decoding: errorData, as: UTF8.self))
    }

    /// A process that isn't running yet.
    func process(executable: URL = Program.url, arguments: [String]) -> Process {
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.currentDirectoryURL = home.url
      process.environment = environment.merging([
        "HOME": home.url.path, "PATH": "/usr/bin:/bin", "BDUM_TISH": Program.url.path,
      ]) { given, _ in given }.merging(coverageEnvironment) { given, _ in given }
      return process
    }

    /// It stands beside the tests.
    static let url: URL = {
      #if os(macOS)
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return tests.bundleURL.deletingLastPathComponent().appendingPathComponent("bdum-tish")
      #else
        return Bundle.main.bundleURL.appendingPathComponent("bdum-tish")
      #endif
    }()
  }
#endif
