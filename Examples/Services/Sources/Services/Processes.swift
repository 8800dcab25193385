import Foundation
import Synchronization
import World
import WorldSimulation

/// Runs other programs.
///
/// Live, they run, and inherit the simulation of the caller's world. In a mock world, each run reports that it is unimplemented
/// and throws: a test assigns a closure that returns the program's output.
struct Processes: World.LiveService {
  /// The exit code and the output of a program.
  struct Output: Sendable, Hashable {
    /// The exit code, or the number of the signal that ended the program.
    var code: Int32 = 0
    var standardOutput = ""
    var standardError = ""
  }

  /// Runs a program to its end, with empty input. Throws if the program can't be started. Cancelling the task terminates the
  /// program.
  var run: @Sendable (_ executable: String, _ arguments: [String]) async throws -> Output

  static var live: Processes {
    Processes(run: { executable, arguments in
      let environment = Current.simulation.environment(addingTo: ProcessInfo.processInfo.environment)
      let running = RunningProcess(executable, arguments, environment)
      return try await withTaskCancellationHandler {
        try await running.result()
      } onCancel: {
        running.terminate()
      }
    })
  }

  static var mock: Processes { Processes(run: unimplemented("Processes.run")) }
}

/// A child process whose output is read on threads of its own.
private final class RunningProcess: Sendable {
  private let process: Mutex<Process>
  private let (output, errors) = (Pipe(), Pipe())
  private let exitCodes: AsyncStream<Int32>

  init(_ executable: String, _ arguments: [String], _ environment: [String: String]) {
    let (exitCodes, continuation) = AsyncStream.makeStream(of: Int32.self)
    self.exitCodes = exitCodes
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { continuation.yield($0.terminationStatus) }
    self.process = Mutex(process)
  }

  func result() async throws -> Processes.Output {
    try Task.checkCancellation()
    try process.withLock { try $0.run() }
    if Task.isCancelled { terminate() }
    // Reads both at once, because a program that fills one pipe waits until it is read.
    async let standardOutput = RunningProcess.text(of: output)
    async let standardError = RunningProcess.text(of: errors)
    var result = Processes.Output()
    result.standardOutput = try await standardOutput
    result.standardError = try await standardError
    for await code in exitCodes {
      result.code = code
      break
    }
    try Task.checkCancellation()
    return result
  }

  func terminate() {
    process.withLock { if $0.isRunning { $0.terminate() } }
  }

  /// Reads a program's output until it closes the pipe. Reading blocks, so it doesn't run on the threads of tasks.
  private static func text(of pipe: Pipe) async throws -> String {
    let handle = pipe.fileHandleForReading
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self) })
      }
    }
  }
}

extension World {
  /// Runs other programs.
  var processes: Processes {
    get { self[Processes.self] }
    set { self[Processes.self] = newValue }
  }
}
