// SPDX-License-Identifier: MIT

/// A global `Current` of a program's own: what it returns isn't what scopes and tests change.
enum OwnCurrentRule {
  static let rule = Rule(
    "own-current", of: "'Current'", "hides the library's, which scopes and tests change",
    advice: "remove it, or return a part of the world: 'var Current: some ShopWorld { World.current }'")

  static func find(in file: SyntaxTree, path: String) -> [Finding] {
    file.root.children.compactMap { node in
      // A type hides it, too, and so does a function.
      guard [.variable, .type, .function].contains(node.kind), node.path == ["Current"],
        !isRestricted(node, in: file), let name = node.range.first(where: { file.text($0) == "Current" })
      else { return nil }
      return Finding(at: file.code[name], of: path, rule)
    }
  }

  /// Whether it is the library's, of which a protocol shows a part. What is stored is a copy.
  private static func isRestricted(_ node: Node, in file: SyntaxTree) -> Bool {
    node.range.contains {
      file.text($0) == "current" && file.text($0 - 1) == "." && file.text($0 - 2) == "World"
        && file.text($0 - 3) != "="
    }
  }
}
