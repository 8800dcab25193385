#if os(Linux) || os(macOS)
  import Foundation
  import World

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
      // At the same time: a child that has filled one pipe doesn't go on until it is read.
      let errorText = Lock("")
      let group = DispatchGroup()
      group.enter()
      Thread.detachNewThread {
        let text = errors.text
        errorText.withLock { $0 = text }
        group.leave()
      }
      let outputText = output.text
      group.wait()
      waitUntilExit()
      return ProcessResult(code: terminationStatus, output: outputText, errors: errorText.withLock { $0 })
    }
  }

  extension Pipe {
    /// All that is written to it, until nobody can write any more.
    fileprivate var text: String {
      String(decoding: (try? fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
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
