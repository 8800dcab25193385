// SPDX-License-Identifier: MIT

/// Reports all issues of the library.
///
/// In a test process an issue fails the test that caused it. The module `WorldTesting` registers itself for this when it is loaded.
/// Elsewhere an issue is written to standard error. To keep a hot path from filling the log, only some issues of a place are
/// written: its first nine distinct texts, and then the tenth issue, the hundredth and so on, with the count.
package enum IssueReporter {
  package static func report(
    _ summary: String, kind: World.Issue.Kind = .other, at location: World.SourceLocation? = nil,
    fixes: [String], isAtCaller: Bool = false, isAfterTest: Bool = false,
    _ fileID: StaticString = #fileID, _ line: UInt = #line
  ) {
    let issue = World.Issue(
      kind: kind, summary: summary, location: location, fixes: fixes,
      isAtCaller: isAtCaller || location == nil, isAfterTest: isAfterTest)
    if let collector, collector.add(issue) { return }
    var text = issue.description
    if let tests {
      guard let unrecorded = tests.record(issue) else { return }
      text = unrecorded
    }
    let place = "\(fileID):\(line) " + (location?.description ?? "")
    let count = printed.withLock { $0[place, default: Printed()].count(text) }
    guard let count else { return }
    let start = count == 0 ? "World: " : "World: \(count) issues like this one so far: "
    writeLineToStandardError(start + text)
  }

  /// Collects the issues of the running operation instead of reporting them, as in an audit.
  @TaskLocal package static var collector: (any IssueCollecting)?

  private static let integration = Lock<(any TestIntegration.Type)?>(nil)

  /// Reports to the tests of this process; `nil` if it runs none. `WorldTesting` sets it once, when it is loaded.
  package static var tests: (any TestIntegration.Type)? {
    get { integration.withLock { $0 } }
    set { integration.withLock { $0 = newValue } }
  }

  /// Keyed by the lines in the library and in the program, so that its size is bounded.
  private static let printed = Lock<[String: Printed]>([:])

  private struct Printed {
    private var count = 0
    private var texts: [String] = []

    /// - Returns: 0 to print a new text, the number of issues so far to print it with the text, or `nil` to print nothing.
    mutating func count(_ text: String) -> Int? {
      count += 1
      let isNew = texts.count < 9 && !texts.contains(text)
      if isNew { texts.append(text) }
      var power = 10
      while power < count { power *= 10 }
      return power == count ? count : isNew ? 0 : nil
    }
  }
}

/// Collects the issues of an operation until it ends.
package protocol IssueCollecting: AnyObject, Sendable {
  /// - Returns: `false` if the operation has ended.
  func add(_ issue: World.Issue) -> Bool
}
