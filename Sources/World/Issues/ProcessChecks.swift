// SPDX-License-Identifier: MIT

/// Writes lines on standard error about the process as it was built, which no test can notice.
///
/// Called while the process-wide scope is made, when a test's code can't run.
func checkProcess() {
  // SwiftPM or Xcode chooses the name of the executable that runs tests.
  let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
  if IssueReporter.tests == nil, name.hasSuffix("xctest") || name == "swiftpm-testing-helper" {
    writeLineToStandardError(
      "World: This process runs tests without WorldTesting, so that live values are used in tests unnoticed, and issues fail "
        + "no test. To fix it: add the product WorldTesting to the test target.")
  }
  // The runtime finds one type of a name in the process.
  if let found = _mangledTypeName(World.self).flatMap(_typeByName), found != World.self {
    writeLineToStandardError(
      "World: This process has two copies of World, each with a Current of its own, so that what one sets up, the other "
        + "doesn't see. To fix it: link World once, in a dynamic library that both use.")
  }
}
