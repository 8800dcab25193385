// SPDX-License-Identifier: MIT

/// A write to `Current` in an update changes the world around: `withWorld { Current.date = fixed } operation: { … }`.
///
/// What a function that the update calls writes isn't visible.
enum UpdateRule {
  static let rule = Rule(
    "write-in-update", of: "'Current'",
    "is written inside an update, which changes the world around and not the new one",
    advice: "write to the argument of the update: '$0.date = …'")

  /// The rule and what breaks it, if an update writes a use of `Current`.
  static func broken(by index: Int, in file: SyntaxTree) -> (Rule, String?)? {
    let (names, end) = file.path(from: index)
    let code = file.code[(index + 1)..<end].map(\.text).joined()
    let isWritten =
      assignments.contains(file.text(end)) || file.text(index - 1) == "&" || names.dropFirst() == ["remove"]
    // A value of the settings is in their store, which isn't written with the world.
    let isInStore = code.hasPrefix(".settings[")
    guard isWritten, !isInStore, isInUpdate(file.nodes(around: index)) else { return nil }
    return (rule, "'Current\(code)'")
  }

  private static let assignments: Set = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="]

  /// Whether the innermost code that runs by itself is an update.
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
