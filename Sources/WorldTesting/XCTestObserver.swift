// SPDX-License-Identifier: MIT

import Testing
import World
import WorldSimulation
import XCTest

/// Tracks which test of XCTest is running.
final class XCTestObserver: NSObject, XCTestObservation, Sendable {
  static let ofProcess = XCTestObserver()

  /// The tests that are running are in a list, the innermost last: a test may run others.
  private let state = Lock<(running: [Running], hasBegun: Bool)>(([], false))

  struct Running: Sendable {
    var test: TestIdentity
    // Used only to record failures, which assertions also do on any thread that calls them.
    nonisolated(unsafe) let testCase: XCTestCase
    /// The time machine of a `WorldTestCase`.
    var machine: TimeMachine?
  }

  /// Notes the time machine of the running test.
  func use(_ machine: TimeMachine) {
    state.withLock { state in
      if let last = state.running.indices.last { state.running[last].machine = machine }
    }
  }

  /// Says that tasks slept in time that stands still when an assertion failed.
  private func explainFailure() {
    guard let running = state.withLock({ $0.running.last }), let text = running.machine?.sleepsInWords else {
      return
    }
    writeLineToStandardError("World: \(running.test.name): \(text)")
  }

  #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) { explainFailure() }
  #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) { explainFailure() }
  #endif

  /// The test that is running.
  var running: TestIdentity? { state.withLock { $0.running.last?.test } }

  /// Fails the test that is running.
  ///
  /// - Returns: Whether a test is running.
  func fail(_ text: String, at place: SourceLocation) -> Bool {
    guard let testCase = state.withLock({ $0.running.last })?.testCase else { return false }
    #if canImport(Darwin)
      let location = XCTSourceCodeLocation(filePath: place.path, lineNumber: place.line)
      testCase.record(
        XCTIssue(
          type: .assertionFailure, compactDescription: text,
          sourceCodeContext: XCTSourceCodeContext(location: location)))
    #else
      testCase.recordFailure(withDescription: text, inFile: place.path, atLine: place.line, expected: true)
    #endif
    return true
  }

  /// Whether XCTest has begun to run tests.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  func testBundleWillStart(_ testBundle: Bundle) { state.withLock { $0.hasBegun = true } }

  func testCaseWillStart(_ testCase: XCTestCase) {
    let test = TestIdentity(
      name: testCase.name, framework: testCase is WorldTestCase ? .worldTestCase : .xcTest)
    // The test case outlives its run.
    nonisolated(unsafe) let testCase = testCase
    state.withLock { $0.running.append(Running(test: test, testCase: testCase)) }
  }

  func testCaseDidFinish(_ testCase: XCTestCase) { state.withLock { _ = $0.running.popLast() } }
}
