/// A static or global variable has one value for all worlds, and so for all tests that run at the same time.
enum StaticRule {
  static let rule = Rule(
    "mutable-static", of: "a static or global variable", "is shared by all tests",
    advice: "make it a 'let', or a property of a service, of which each world has its own")

  static func find(in file: SyntaxTree, path: String, isScript: Bool) -> [Finding] {
    let globals = isScript ? [] : file.root.children.filter { !$0.isStatic }
    return (globals + file.root.descendants.filter(\.isStatic)).compactMap { node in
      let keyword = file.code[node.range.lowerBound]
      let isTaskLocal = node.modifiers.contains("TaskLocal")
      guard keyword.text == "var", isStored(node, in: file), !isTaskLocal else { return nil }
      let name = "\(node.isStatic ? "static " : "")var \(node.path.first ?? "()")"
      return Finding(at: keyword, of: path, rule, "'\(name)'")
    }
  }

  /// Whether code computes the value of a static or global variable when it is first read.
  ///
  /// A script's globals have theirs from the beginning. A closure that is only stored runs later. What a function that is
  /// called reads isn't visible.
  static func isValue(_ around: [Node], in file: SyntaxTree, isScript: Bool) -> Bool {
    let variable = around.indices.last {
      isStored(around[$0], in: file) && (around[$0].isStatic || $0 == 1 && !isScript)
    }
    guard let variable else { return false }
    return around[(variable + 1)...].allSatisfy {
      !$0.isRunLater || $0.kind == .closure && file.text($0.range.upperBound) == "("
    }
  }

  /// Whether a node is a variable that has a value of its own.
  private static func isStored(_ node: Node, in file: SyntaxTree) -> Bool {
    guard node.kind == .variable else { return false }
    guard let accessors = node.children.last, accessors.kind == .accessors else { return true }
    return ["willSet", "didSet"].contains(file.text(accessors.range.lowerBound + 1))
  }
}
