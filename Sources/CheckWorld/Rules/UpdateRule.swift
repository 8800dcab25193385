/// A write to `Current` in an update changes the world around: `withWorld { Current.date = fixed } operation: { … }`.
enum UpdateRule {
  static let rule = Rule(
    "write-in-update", of: "'Current'",
    "is written inside an update, which changes the world around and not the new one",
    advice: "write to the update's argument: '$0.date = …'")

  /// The finding at a use of `Current`, if an update writes it.
  static func find(at index: Int, in file: SyntaxTree, path: String) -> Finding? {
    let (names, end) = file.path(from: index)
    let code = file.code[index..<end].map(\.text).joined()
    let isWritten =
      assignments.contains(file.text(end)) || file.text(index - 1) == "&" || names.dropFirst() == ["remove"]
    // A value of the settings is in their store, which isn't written with the world.
    let isInStore = code.hasPrefix("Current.settings[")
    guard isWritten, !isInStore, isInUpdate(file.nodes(around: index)) else { return nil }
    return Finding(at: file.code[index], of: path, rule, rule.message("'\(code)'"))
  }

  private static let assignments: Set = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="]

  /// Whether the innermost code that runs by itself is an update.
  private static func isInUpdate(_ around: [Node]) -> Bool {
    guard let closure = around.lastIndex(where: \.isRunLater), around[closure].kind == .closure, closure > 1
    else {
      return false
    }
    let (call, argument) = (around[closure - 2], around[closure - 1])
    guard call.kind == .call, argument.kind == .argument, argument.path.isEmpty else { return false }
    switch call.path.last {
    case "withWorld": return call.children.contains { $0.path == ["operation"] }
    case "bootstrap", "with": return call.path.count > 1
    // A test's trait.
    case "world": return call.path == ["", "world"]
    default: return false
    }
  }
}
