// SPDX-License-Identifier: MIT

/// Finds static and global variables: all worlds share their values, and so do tests that run in parallel.
enum StaticRule {
  static let rule = Rule(
    "mutable-static", of: "a static or global variable", "is shared by all tests",
    advice: "make it a 'let', or a property of a service, of which each world has its own")
  static let singleton = Rule(
    "singleton", of: "a static or global 'let'", "is one object for all tests",
    advice: "make it a property of a service, of which each world has its own")

  static func find(in file: SyntaxTree, path: String, isScript: Bool) -> [Finding] {
    let globals = isScript ? [] : file.root.children.filter { !$0.isStatic }
    return (globals + file.root.descendants.filter(\.isStatic)).compactMap { node in
      let keyword = file.code[node.range.lowerBound]
      let isTaskLocal = node.modifiers.contains("TaskLocal")
      guard isStored(node, in: file), !isTaskLocal, keyword.text == "var" || isObject(node, in: file)
      else { return nil }
      let name = "\(node.isStatic ? "static " : "")\(keyword.text) \(node.path.first ?? "()")"
      return Finding(at: keyword, of: path, keyword.text == "var" ? rule : singleton, "'\(name)'")
    }
  }

  /// Whether a variable is initialized with a new instance of one of the target's classes or actors, outside of services.
  private static func isObject(_ variable: Node, in file: SyntaxTree) -> Bool {
    guard let value = variable.children.last, value.kind == .assignment else { return false }
    let types = file.nodes(around: value.range.lowerBound).filter { $0.kind == .type }
    let (names, end) = file.path(from: value.range.lowerBound + 1)
    let type = ["", "Self"].contains(names.first) ? types.last?.path.last : names.first
    return [[], ["init"]].contains(names.dropFirst()) && file.end(of: end) == value.range.upperBound
      && type.map(file.target.objects.contains) == true && !types.contains(where: file.target.isService)
  }

  /// Whether code runs when a static or global variable is lazily initialized.
  ///
  /// A script's globals are initialized eagerly. A closure that is only stored runs later. The check doesn't follow function
  /// calls.
  static func isValue(_ around: [Node], in file: SyntaxTree, isScript: Bool) -> Bool {
    let variable = around.indices.last {
      isStored(around[$0], in: file) && (around[$0].isStatic || $0 == 1 && !isScript)
    }
    return variable.map { isRunAtOnce(around[($0 + 1)...], in: file) } ?? false
  }

  /// The value of a service, `live` or `mock`, that code runs for while it is built; otherwise `nil`.
  static func value(builtBy around: [Node], in file: SyntaxTree) -> Substring? {
    let value = around.lastIndex {
      $0.kind == .variable && $0.isStatic && [["live"], ["mock"]].contains($0.path)
    }
    guard let value,
      around[..<value].last(where: { $0.kind == .type }).map(file.target.isServiceItself) == true,
      isRunAtOnce(around[(value + 1)...].drop { $0.kind == .accessors }, in: file)
    else { return nil }
    return around[value].path.first
  }

  private static func isRunAtOnce(_ nodes: ArraySlice<Node>, in file: SyntaxTree) -> Bool {
    nodes.allSatisfy { !$0.isRunLater || $0.kind == .closure && file.text($0.range.upperBound) == "(" }
  }

  /// Whether a node is a stored variable.
  static func isStored(_ node: Node, in file: SyntaxTree) -> Bool {
    guard node.kind == .variable else { return false }
    guard let accessors = node.children.last, accessors.kind == .accessors else { return true }
    return ["willSet", "didSet"].contains(file.text(accessors.range.lowerBound + 1))
  }
}
