import Foundation

/// Runs tests of this process's targets in a process of their own.
///
/// - Parameters:
///   - library: `swift-testing` or `xctest`.
///   - environment: What the process has besides this one's.
/// - Returns: How the process ended, and what it printed.
public func runTests(
  library: String, _ environment: [String: String], _ arguments: [String]
) throws -> (code: Int32, output: String) {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = Bundle.main.executableURL
  process.arguments = ["--testing-library", library] + arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, output)
}
