#if os(Linux) || os(macOS)
  import Foundation

  /// How a child process ended, and what it printed.
  package struct ProcessResult: Equatable {
    package var code: Int32
    package var output: String
    package var errors: String

    package init(code: Int32, output: String = "", errors: String = "") {
      (self.code, self.output, self.errors) = (code, output, errors)
    }
  }

  extension Process {
    /// Runs a process to its end, off a terminal.
    package func result() throws -> ProcessResult {
      let (output, errors) = (Pipe(), Pipe())
      standardInput = FileHandle.nullDevice
      standardOutput = output
      standardError = errors
      try run()
      let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
      let errorData = try errors.fileHandleForReading.readToEnd() ?? Data()
      waitUntilExit()
      return ProcessResult(
        code: terminationStatus, output: String(decoding: outputData, as: UTF8.self),
        errors: String(decoding: errorData, as: UTF8.self))
    }
  }

  /// An executable of this package, which is built beside the tests.
  package func builtProgram(_ name: String) -> URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appendingPathComponent(name)
    #else
      return Bundle.main.bundleURL.appendingPathComponent(name)
    #endif
  }
#endif
