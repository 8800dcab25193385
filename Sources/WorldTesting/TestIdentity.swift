import Testing

/// The test that code runs in.
struct TestIdentity: Sendable, Equatable {
  enum Framework: Sendable { case swiftTesting, exitTest, xcTest, worldTestCase }

  var name: String
  var framework: Framework

  /// `nil` if it isn't known: work that is detached, or runs on Dispatch or a thread, doesn't know its test.
  static var current: TestIdentity? {
    if let test = Test.current { return TestIdentity(name: test.nameAndPlace, framework: .swiftTesting) }
    if let test = XCTestObserver.ofProcess.running { return test }
    #if compiler(>=6.2) && (os(Linux) || os(macOS) || os(Windows) || os(FreeBSD))
      if ExitTest.current != nil { return TestIdentity(name: "exit test", framework: .exitTest) }
    #endif
    return nil
  }
}

extension Test {
  /// Name, file and line.
  var nameAndPlace: String { "\(name) (\(sourceLocation.fileID):\(sourceLocation.line))" }
}
