// SPDX-License-Identifier: MIT

/// Finds writes to `Current` in an update: `withWorld { Current.date = fixed } operation: { … }`. They change the outer world.
///
/// The check doesn't follow function calls.
enum UpdateRule {
  static let rule = Rule(
    "write-in-update", of: "'Current'",
    "is written inside an update, which changes the world around and not the new one",
    advice: "write to the argument of the update: '$0.date = …'")

  /// The rule and the code that breaks it, if the use of `Current` at an index is written in an update.
  static func broken(by index: Int, in file: SyntaxTree) -> (Rule, String?)? {
    let (names, end) = file.path(from: index)
    let code = file.code[(index + 1)..<end].map(\.text).joined()
    let isWritten =
      assignments.contains(file.text(end)) || file.text(index - 1) == "&" || names.dropFirst() == ["remove"]
    // Writing a setting changes the settings store, not the world.
    let isInStore = code.hasPrefix(".settings[")
    guard isWritten, !isInStore, isInUpdate(file.nodes(around: index)) else { return nil }
    return (rule, "'Current\(code)'")
  }

  private static let assignments: Set = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="]

  /// Whether the innermost function or closure is an update.
  private static func isInUpdate(_ around: [Node]) -> Bool {
    guard let last = around.lastIndex(where: \.isRunLater), last > 1 else { return false }
    let (call, argument, closure) = (around[last - 2], around[last - 1], around[last])
    guard closure.kind == .closure, argument.kind == .argument, argument.path.isEmpty else { return false }
    switch call.path.last {
    case "withWorld": return call.children.contains { $0.path == ["operation"] }
    case "bootstrap", "with": return call.path.count > 1
    // A test's trait.
    case "world": return call.path == ["", "world"]
    default: return false
    }
  }
}
