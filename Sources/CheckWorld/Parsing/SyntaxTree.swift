// SPDX-License-Identifier: MIT

/// A file's tokens and its syntax tree.
struct SyntaxTree {
  let code: [Token]
  /// The index of each bracket's counterpart; for an unclosed bracket, the number of tokens.
  let pairs: [Int: Int]
  private(set) var root: Node
  /// The types, functions and variables that the file declares.
  private var declared: Set<Substring> = []
  /// The cases and static members that the file declares.
  private var members: Set<Substring> = []
  /// The variables that are passed to `withWorld`.
  private(set) var worlds: Set<Substring> = []
  /// The modules that it imports.
  let imports: Set<String>
  /// The declarations of the file's target.
  var target = Declarations([])

  init(_ code: [Token]) {
    (self.code, pairs) = (code, SyntaxTree.pairs(code))
    imports = Set(zip(code, code.dropFirst()).lazy.filter { $0.0.text == "import" }.map(\.1.text))
    root = Node(kind: .file, range: code.indices)
    root.children = nodes(in: code.indices)
    for node in root.descendants {
      if node.isStatic { members.formUnion(node.path) }
      if node.kind == .call, node.path == ["withWorld"], text(node.range.lowerBound) == "(" {
        worlds.insert(Substring(text(node.range.lowerBound + 1)))
      }
    }
    for index in code.indices.dropLast() where code[index].kind == .word {
      switch text(index) {
      case "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var":
        declared.insert(code[index + 1].name)
      case "case":
        // `case soon, now`
        var name = index + 1
        while name < code.count, code[name].isWord {
          members.insert(code[name].name)
          name += text(name + 1) == "," ? 2 : code.count
        }
      // A parameter of function type.
      case _ where text(index + 1) == ":" && ["(", "@"].contains(text(index + 2)):
        declared.insert(code[index].name)
      default: break
      }
    }
  }

  /// Matches brackets. Like the compiler, it stops at 256 nested ones.
  private static func pairs(_ code: [Token]) -> [Int: Int] {
    var (pairs, open): ([Int: Int], [Int]) = ([:], [])
    for (index, token) in code.enumerated() where token.kind == .symbol {
      if ["(", "[", "{"].contains(token.text) { open.append(index) }
      if [")", "]", "}"].contains(token.text), let start = open.popLast() {
        if open.count < 256 { (pairs[start], pairs[index]) = (index, start) }
      }
    }
    for start in open.prefix(256) { pairs[start] = code.count }
    return pairs
  }

  func text(_ index: Int) -> String { code.indices.contains(index) ? code[index].text : "" }

  /// The nodes that contain a token, from the file to the innermost.
  func nodes(around index: Int) -> [Node] {
    var nodes = [root]
    while let inner = nodes.last?.children.first(where: { $0.range.contains(index) }) { nodes.append(inner) }
    return nodes
  }

  /// The indices of a range, without the contents of nested brackets.
  func shallow(_ range: Range<Int>) -> some Sequence<Int> {
    sequence(first: range.lowerBound) { max($0 + 1, pairs[$0] ?? 0) }.lazy.prefix { $0 < range.upperBound }
  }

  /// The parentheses of a use's call: one that begins in the use, or follows it directly.
  func call(_ use: Range<Int>) -> Range<Int>? {
    let start = use.last { text($0) == "(" && end(of: $0) > use.upperBound }
    return (start ?? (text(use.upperBound) == "(" ? use.upperBound : nil)).map { $0..<(end(of: $0) - 1) }
  }

  /// The innermost braces around a token, or the whole file.
  func block(around index: Int) -> Range<Int> {
    nodes(around: index).last { text($0.range.lowerBound) == "{" }?.range ?? code.indices
  }

  /// Whether the file declares the name that an expression begins with; for an implicit member, a case or static member.
  func declares(_ start: Token, or member: Token) -> Bool {
    start.text == "." ? members.contains(member.name) : declared.contains(start.name)
  }

  var declaresCurrent: Bool { declared.contains("Current") }

  /// Whether the file contains two tokens in a row, as in `import World`.
  func has(_ first: String, _ second: String) -> Bool {
    zip(code, code.dropFirst()).contains { $0.text == first && $1.text == second }
  }

  /// Whether code at an index runs when a function is called, or a computed property is read.
  func isInFunction(_ index: Int, isScript: Bool) -> Bool {
    let around = nodes(around: index)
    // Not every macro accepts every expression.
    if around.contains(where: { $0.path.first == "#" }) { return false }
    let type = around.lastIndex { $0.kind == .type }
    if isScript, type == nil { return true }
    let member = around[((type ?? 0) + 1)...].drop { $0.kind == .block }
    return member.first?.kind == .function && member.first?.path != ["deinit"]
      || member.first?.kind == .variable && member.dropFirst().first?.kind == .accessors
  }
}
