/// A text that is interpolated out of line. The interpolation of a `String` is inlined, which makes code that reports
/// issues large.
package struct Text: ExpressibleByStringInterpolation, Sendable {
  package private(set) var string: String

  package init(stringLiteral value: String) { string = value }
  package init(stringInterpolation: Interpolation) { string = stringInterpolation.string }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    @inline(never) package init(literalCapacity: Int, interpolationCount: Int) {}
    @inline(never) package mutating func appendLiteral(_ literal: String) { string += literal }
    @inline(never) package mutating func appendInterpolation(_ value: Any) { string += "\(value)" }
  }
}

extension World {
  /// A problem that the library reports: what happened, where, and how to fix it.
  package struct Issue: Sendable, CustomStringConvertible {
    /// The kinds of issues that an audit distinguishes.
    package enum Kind: Sendable { case unassigned, unimplemented, cyclic, other }

    package var kind: Kind
    /// What happened, in a sentence.
    package var summary: String
    /// The place of the mistake, if it is known.
    package var location: SourceLocation?
    /// How to fix it, each an imperative sentence.
    package var fixes: [String]
    /// Whether the line of the caller is more useful than the place. In a test, a backtrace finds it.
    package var isAtCaller: Bool
    /// Whether the test that caused it has ended, so that it isn't the running one.
    package var isAfterTest: Bool

    init(
      _ summary: String, kind: Kind, at location: SourceLocation?, fixes: [String], isAtCaller: Bool,
      isAfterTest: Bool
    ) {
      self.kind = kind
      self.summary = summary
      self.location = location
      self.fixes = fixes
      self.isAtCaller = isAtCaller
      self.isAfterTest = isAfterTest
    }

    /// All of it, in one line.
    package var description: String {
      let fix =
        switch fixes.count {
        case 0: ""
        case 1: " To fix it: \(fixes[0])."
        default: " To fix it, one of: " + fixes.map { "(\($0))" }.joined(separator: ", ") + "."
        }
      return (location.map { "\($0): " } ?? "") + summary + "." + fix
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
