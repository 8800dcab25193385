// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing
import World

/// One run of a test, stored in the world that the test's work uses.
///
/// Work that outlives its test keeps the test's world, so it doesn't change another test's. It is reported once, with
/// the test's name and place.
final class TestRun: AnyTestRun {
  /// The test's name and place.
  let description: String
  private let hasEnded = Atomic(false)
  private let isReported = Atomic(false)
  /// Issues from work that runs in the test's world and for which `Test.current` is `nil`.
  private let issues = Lock<[(text: String, place: SourceLocation?)]>([])

  init(_ description: String) { self.description = description }

  private let uses = Lock<Set<String>>([])

  /// Returns whether a use is reported for the first time: `settings[.launches] += 1` is two uses.
  func isFirst(_ use: String) -> Bool { uses.withLock { $0.insert(use).inserted } }

  /// The test whose world is current, or whose step this is; `nil` if there is none, or if it has ended.
  static var current: TestRun? {
    let run = Scope.innermost?.test as? TestRun ?? Scheduler.current?.testRun.withLock { $0 }
    return run?.isOver == false ? run : nil
  }

  /// Marks the test as ended.
  func end() { hasEnded.store(true, ordering: .relaxed) }

  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  /// Stores an issue from work for which `Test.current` is `nil`, such as a
  /// `Task.detached(operation: Current.wrap { … })`.
  func add(_ text: String, at place: SourceLocation?) { issues.withLock { $0.append((text, place)) } }

  /// Records the stored issues. Call it in the test's task.
  func recordIssues() {
    for issue in issues.exchange([]) { TestFailures.record(issue.text, at: issue.place) }
  }

  /// Reports the first use of the world after the test has ended.
  func checkUse() {
    guard isOver, !isReported.exchange(true, ordering: .relaxed) else { return }
    IssueReporter.report(
      "Work that was begun by the test \(self) still uses Current after the test ended",
      fixes: [
        "let the test await all tasks that it begins",
        "cancel them, and await that they ended",
        "pass the work the values it needs before the test ends",
      ], isAfterTest: true)
  }
}

extension World {
  /// Runs a test in this world. After `test.end()`, work that still uses the world is reported.
  func run(_ test: TestRun, operation: @Sendable () async throws -> Void) async throws {
    try await scope(of: test).run(isolation: nil) {
      defer { test.recordIssues() }
      try await operation()
    }
  }

  /// Runs a synchronous test in this world, and reports work that still uses it after the test.
  func run(_ test: TestRun, operation: () -> Void) {
    defer { test.end() }
    scope(of: test).run(operation)
  }

  private func scope(of test: TestRun) -> Scope {
    // A copy of a test's world belongs to the same test.
    if self.test == nil, Scheduler.current?.isExplored != true { reportSharedMock(with: test) }
    Scheduler.current?.testRun.withLock { $0 = test }
    return Scope(self, of: test)
  }

  private func reportSharedMock(with test: TestRun) {
    guard let first = enterMock(for: test) else { return }
    IssueReporter.report(
      "The test \(test) enters a mock world that the test \(first) entered first, so that they share its time, "
        + "identifiers, random numbers, settings and mocks",
      fixes: [
        "make it anew for each test: a computed property in place of a stored one, static var base: World { … }",
        "write it in the trait, which evaluates it for each test: @Test(.world(.mock) { … })",
      ])
  }
}

/// The test that code runs in.
struct TestIdentity: Sendable, Equatable {
  enum Framework: Sendable { case swiftTesting, exitTest, xcTest, worldTestCase }

  var name: String
  var framework: Framework

  /// The running test; `nil` in work that doesn't know it: detached tasks, Dispatch, and threads.
  static var current: TestIdentity? {
    if let test = Test.current { return TestIdentity(name: test.nameAndPlace, framework: .swiftTesting) }
    if let test = XCTestObserver.ofProcess.running { return test }
    #if compiler(>=6.2) && (os(Linux) || os(macOS) || os(Windows) || os(FreeBSD))
      if ExitTest.current != nil { return TestIdentity(name: "exit test", framework: .exitTest) }
    #endif
    return nil
  }

  /// A number for the running test and the arguments of its case. It is the same in each process if the arguments'
  /// descriptions are, and doesn't depend on the test's line.
  static var seed: UInt64 {
    let name = current?.name ?? ""
    // The arguments aren't public. In the description, addresses precede them. It takes long to make.
    let words = Test.Case.current.flatMap { $0.isParameterized ? String(reflecting: $0) : nil } ?? ""
    let arguments = words.range(of: "(arguments: ").map { words[$0.upperBound...] } ?? ""
    return (name.prefix(upTo: name.lastIndex(of: ":") ?? name.endIndex) + arguments).utf8
      .reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension Test {
  /// Name, file and line.
  var nameAndPlace: String { "\(name) (\(sourceLocation.fileID):\(sourceLocation.line))" }
}
