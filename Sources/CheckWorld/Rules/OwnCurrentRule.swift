// SPDX-License-Identifier: MIT

/// Finds a program's own global `Current`, which scopes and tests don't change.
enum OwnCurrentRule {
  static let rule = Rule(
    "own-current", of: "'Current'", "hides the library's, which scopes and tests change",
    advice: "remove it, or return a part of the world: 'var Current: some ShopWorld { World.current }'")

  static func find(in file: SyntaxTree, path: String) -> [Finding] {
    file.root.children.compactMap { node in
      // A type or a function hides the library's `Current`, too.
      guard [.variable, .type, .function].contains(node.kind), node.path == ["Current"],
        !isRestricted(node, in: file), let name = node.range.first(where: { file.text($0) == "Current" })
      else { return nil }
      return Finding(at: file.code[name], of: path, rule)
    }
  }

  /// Whether a declaration returns the library's world, restricted by a protocol. A stored variable doesn't: it is a copy.
  private static func isRestricted(_ node: Node, in file: SyntaxTree) -> Bool {
    node.range.contains {
      file.text($0) == "current" && file.text($0 - 1) == "." && file.text($0 - 2) == "World"
        && file.text($0 - 3) != "="
    }
  }
}
