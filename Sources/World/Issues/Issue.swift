/// A text that is interpolated out of line. The interpolation of a `String` is inlined, which makes code that reports
/// issues large.
package struct Text: ExpressibleByStringInterpolation, Sendable {
  package private(set) var string: String

  package init(stringLiteral value: String) { string = value }
  package init(stringInterpolation: Interpolation) { string = stringInterpolation.string }

  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var string = ""

    @_optimize(none) package init(literalCapacity: Int, interpolationCount: Int) {}
    @_optimize(none) package mutating func appendLiteral(_ literal: String) { string += literal }
    @_optimize(none) package mutating func appendInterpolation(_ value: Any) { string += "\(value)" }
  }
}

extension World {
  /// A problem that the library reports: what happened, where, and how to fix it.
  package struct Issue: Sendable, CustomStringConvertible {
    /// What kind of mistake it is, as far as an audit and a test tell them apart.
    package enum Kind: Sendable { case unassigned, unimplemented, cyclic, lost, other }

    package let kind: Kind
    /// What happened, in a sentence.
    package let summary: String
    /// The place to look at, if any is known.
    package let location: SourceLocation?
    /// Ways out, each an imperative sentence.
    package let fixes: [String]
    /// Whether the line that was running says more than the place; a test finds that line by itself.
    package let isAtCaller: Bool
    /// Whether the test that is to blame is over, so that it isn't the one that is running.
    package let isAfterTest: Bool

    /// All of it, in one line.
    package var description: String {
      @_optimize(none) get {
        var text = summary + "."
        if let location { text = location.description + ": " + text }
        if fixes.count == 1 { return text + " To fix it: " + fixes[0] + "." }
        var separator = " To fix it, one of: ("
        for fix in fixes {
          text += separator + fix + ")"
          separator = ", ("
        }
        return fixes.isEmpty ? text : text + "."
      }
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
