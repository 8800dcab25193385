import World
import XCTest

/// Knows which test of XCTest is running.
final class XCTestObserver: NSObject, XCTestObservation, Sendable {
  static let ofProcess = XCTestObserver()

  private let state = Lock(State())

  struct State: Sendable {
    /// The tests that are running, the innermost last: a test may run others.
    var running: [RunningTest] = []
    var hasBegun = false
  }

  /// The test that is running.
  var running: RunningTest? { state.withLock { $0.running.last } }

  /// Whether XCTest has begun to run tests.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  func testBundleWillStart(_ testBundle: Bundle) { state.withLock { $0.hasBegun = true } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let test = RunningTest(
      name: testCase.name, framework: testCase is WorldTestCase ? .worldTestCase : .xcTest)
    state.withLock { $0.running.append(test) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) { state.withLock { _ = $0.running.popLast() } }
}
