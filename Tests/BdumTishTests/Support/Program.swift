#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport

  /// The built executable, run in surroundings that the test decides on.
  struct Program: Sendable {
    /// The user's folder; a new and empty one unless given.
    var home = TemporaryFolder()
    var environment = ["LC_ALL": "C", "TZ": "UTC"]
    var url = Program.url

    /// Runs it to its end, off a terminal.
    func run(_ arguments: String...) throws -> ProcessResult { try run(arguments) }

    func run(_ arguments: [String]) throws -> ProcessResult {
      try run(executable: url, arguments: arguments)
    }

    /// Runs a line of shell, in which `$BDUM_TISH` is the program.
    func shell(_ line: String) throws -> ProcessResult {
      try run(executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", line])
    }

    private func run(executable: URL, arguments: [String]) throws -> ProcessResult {
      try process(executable: executable, arguments: arguments).result()
    }

    /// A process that isn't running yet.
    func process(executable: URL? = nil, arguments: [String]) -> Process {
      let process = Process()
      process.executableURL = executable ?? url
      process.arguments = arguments
      process.currentDirectoryURL = home.url
      process.environment = environment.merging([
        "HOME": home.url.path, "PATH": "/usr/bin:/bin", "BDUM_TISH": url.path,
      ]) { given, _ in given }.merging(instrumentationEnvironment) { given, _ in given }
      return process
    }

    static let url = builtProgram("bdum-tish")
  }
#endif
