import Foundation

/// What to add to the environment of a child process: under `--enable-code-coverage` it writes its counters beside
/// those of the tests, and not into its current directory.
package var coverageEnvironment: [String: String] {
  ProcessInfo.processInfo.environment.filter { $0.key == "LLVM_PROFILE_FILE" }
}
