import Foundation

/// What to add to the environment of a child process that doesn't inherit it: under `--enable-code-coverage` it writes its
/// counters beside those of the tests, and not into its current directory; under a sanitizer it has the same options; with
/// `.ci/mutants` it has the same mutant.
package var instrumentationEnvironment: [String: String] {
  ProcessInfo.processInfo.environment.filter {
    ["LLVM_PROFILE_FILE", "TSAN_OPTIONS", "ASAN_OPTIONS", "MUTANT"].contains($0.key)
  }
}
