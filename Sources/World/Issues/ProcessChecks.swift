// SPDX-License-Identifier: MIT

/// Warns on standard error about mistakes in how the process was built, which no test can notice.
///
/// Called while the process-wide scope is created, when no test code can run.
func checkProcess() {
  // SwiftPM or Xcode chooses the name of the executable that runs tests.
  let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
  if IssueReporter.tests == nil, name.hasSuffix("xctest") || name == "swiftpm-testing-helper" {
    writeLineToStandardError(
      "World: This process runs tests without WorldTesting, so that live values are used in tests unnoticed, and issues fail "
        + "no test. To fix it: add the product WorldTesting to the test target.")
  }
  // The runtime finds only one type per name in a process.
  if let found = _mangledTypeName(World.self).flatMap(_typeByName), found != World.self {
    writeLineToStandardError(
      "World: This process has two copies of World, each with a Current of its own, so that what one sets up, the other "
        + "doesn't see. To fix it: link World once, in a dynamic library that both use.")
  }
}
