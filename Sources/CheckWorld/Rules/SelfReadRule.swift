// SPDX-License-Identifier: MIT

/// Finds dependencies that read themselves, which recurse without end: `$0.date = { Current.date() + 3600 }`.
///
/// The check doesn't follow function calls.
enum SelfReadRule {
  static let rule = Rule(
    "self-read", of: "a dependency", "is read by the closure that becomes it, which so calls itself",
    advice: advice("$0.date"))

  private static func advice(_ old: String) -> String { "capture the old one: 'let old = \(old)'" }

  private static let builtIns: Set<Substring> = [
    "analytics", "calendar", "clock", "date", "locale", "random", "settings", "sleep", "timezone", "uuid",
  ]

  /// The rule and the code that breaks it, if a use of `Current` reads the dependency that the code around it implements.
  static func broken(by index: Int, in file: SyntaxTree) -> (Rule, String?)? {
    let (path, around) = (file.path(from: index), file.nodes(around: index))
    let (names, isCall) = (path.names.dropFirst(), file.text(path.end) == "(")
    for depth in around.indices {
      guard let name = dependency(around[...depth], in: file),
        names.starts(with: name) || isCall && names.count > 1 && name.starts(with: names),
        isRunThere(around[depth...], in: file)
      else { continue }
      let read = (index + 1)..<file.path(from: index, name.count + 1).end
      let code = file.code[read].map(\.text).joined()
      var rule = rule
      // The root of the assignment: `$0`, `world` or `Current`.
      let root = around[...depth].last { $0.kind == .assignment && $0.path.count > 1 }?.path.first
      let isOwn = around.contains { $0.kind == .type && file.property(of: $0.path.last ?? "") == name[0] }
      rule.advice = isOwn ? "return a value, or call what it wraps" : advice((root ?? "Current") + code)
      return (rule, "'Current\(code)'")
    }
    return nil
  }

  /// Whether code is in a closure that implements a built-in dependency, where it may use the system.
  ///
  /// Analytics may not, and settings may use only the defaults.
  static func isBuiltIn(_ around: [Node], _ rule: Rule, in file: SyntaxTree) -> Bool {
    around.indices.contains { depth in
      guard let name = dependency(around[...depth], in: file), around[depth].kind == .closure else {
        return false
      }
      if name[0] == "settings" { return rule.name == "direct-settings" }
      return name.count == 1 && builtIns.contains(name[0]) && name[0] != "analytics"
    }
  }

  /// The dependency that the last of some nodes implements: `["payments", "charge"]`.
  private static func dependency(_ nodes: ArraySlice<Node>, in file: SyntaxTree) -> [Substring]? {
    nodes.last?.kind == .closure ? target(nodes.dropLast(), in: file) : nil
  }

  /// The dependency that the last of some nodes assigns or initializes.
  ///
  /// - Parameter labels: The labels of the part of the value that is meant.
  private static func target(
    _ nodes: ArraySlice<Node>, part labels: [Substring] = [], in file: SyntaxTree
  ) -> [Substring]? {
    guard let node = nodes.last else { return nil }
    if node.kind == .assignment {
      // `$0.date = {`, `world.payments.charge = {`
      guard node.path.count > 1, let root = node.path.first else { return nil }
      let name = node.path.dropFirst() + labels
      let isWorld =
        root == "$0" || root.lowercased().hasSuffix("world")
        || nodes.contains { $0.kind == .closure && $0.path == [root] }
      let isDependency = isWorld && (name.count > 1 || name.contains(where: builtIns.contains))
      return isDependency || root == "Current" || node.path.count > 2 ? Array(name) : nil
    }
    guard node.kind == .argument, let callee = nodes.dropLast().last?.path.last else { return nil }
    if let label = node.path.first {
      // `World(date: {`, and in a service `Payments(charge: {`
      if callee == "World", builtIns.contains(label) { return [label] + labels }
      let type = nodes.last { $0.kind == .type }?.path.last
      if let type, [type, "Self"].contains(callee) { return [file.property(of: type), label] + labels }
    } else if callee.first?.isLowercase == true {
      return nil
    }
    // `$0.random = World.RandomSource {`, `$0.analytics = World.Analytics(track: {`
    return target(nodes.dropLast(2), part: node.path + labels, in: file)
  }

  /// Whether code runs when the closure around it is called, and in the same world.
  ///
  /// Code in a capture list runs earlier, code in a task later, and `withWorld` may enter another world.
  static func isRunThere(_ nodes: ArraySlice<Node>, in file: SyntaxTree) -> Bool {
    let inner = nodes.dropFirst()
    if let list = inner.first?.range.lowerBound, list == nodes[nodes.startIndex].range.lowerBound + 1,
      file.text(list) == "["
    {
      return false
    }
    return !zip(inner, inner.dropFirst(2)).contains { call, closure in
      let takesWorld = call.path == ["withWorld"] && call.children.first?.children.first?.kind != .closure
      return call.kind == .call && closure.kind == .closure && (takesWorld || call.path.first == "Task")
    }
  }
}
