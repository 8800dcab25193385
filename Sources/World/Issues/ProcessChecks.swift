/// Lines on standard error about the process as it was built, which no test can notice.
enum ProcessChecks {
  /// Called while the process-wide scope is made, when a test's code can't run.
  static func run() {
    reportMissingTesting()
    reportOtherCopy()
  }

  /// Whether this process runs tests, by the name of its executable, which SwiftPM or Xcode chooses.
  private static let isTestRunner: Bool = {
    let name = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    return name.hasSuffix("xctest") || name == "swiftpm-testing-helper"
  }()

  /// Writes a line if tests run without `WorldTesting`.
  private static func reportMissingTesting() {
    guard IssueReporter.tests == nil, isTestRunner else { return }
    writeLineToStandardError(
      "World: This process runs tests without WorldTesting, so that live values are used in tests unnoticed, and issues fail "
        + "no test. To fix it: add the product WorldTesting to the test target.")
  }

  /// Writes a line if an image has another copy of World: the runtime finds one type of a name in the process.
  private static func reportOtherCopy() {
    guard let found = _mangledTypeName(World.self).flatMap(_typeByName), found != World.self else { return }
    writeLineToStandardError(
      "World: This process has two copies of World, each with a Current of its own, so that what one sets up, the other "
        + "doesn't see. To fix it: link World once, in a dynamic library that both use.")
  }
}
