// SPDX-License-Identifier: MIT

extension World {
  /// A problem that the library reports: what happened, where, and how to fix it.
  package struct Issue: Sendable, CustomStringConvertible {
    /// The kinds of mistakes that an audit or a test distinguishes.
    package enum Kind: Sendable { case unassigned, unimplemented, cyclic, lost, other }

    package let kind: Kind
    package let summary: String
    /// The place to look at, if it is known.
    package let location: SourceLocation?
    /// Ways to fix it, each an imperative sentence.
    package let fixes: [String]
    /// Whether a test reports the issue at the line of the call, which it finds by itself, instead of at `location`.
    package let isAtCaller: Bool
    /// Whether the test that caused it has ended.
    package let isAfterTest: Bool

    package var description: String {
      (location.map { "\($0): " } ?? "") + summary + "." + Issue.text(of: fixes)
    }

    package static let fixInTest = "in a test, use a mock world: @Test(.world(.mock)), or a WorldTestCase"

    package static func text(of fixes: [String]) -> String {
      if fixes.count < 2 { return fixes.first.map { " To fix it: \($0)." } ?? "" }
      return " To fix it, one of:" + fixes.map { "\n- \($0)" }.joined()
    }
  }
}

/// An error that an audit can classify.
package protocol ClassifiedError: Error {
  var kind: World.Issue.Kind { get }
  /// What is wrong, without how to fix it.
  var detail: String { get }
  /// How to fix it.
  var fix: String { get }
}
