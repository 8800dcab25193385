// SPDX-License-Identifier: MIT

/// The parser. It knows only as much of Swift's grammar as the rules need, and accepts code that doesn't compile.
extension SyntaxTree {
  func nodes(in range: Range<Int>) -> [Node] {
    var (nodes, index) = ([Node](), range.lowerBound)
    // Whether the next brace opens a statement's block, as in `if isLate {`, and not a closure.
    var isHead = false
    while index < range.upperBound {
      if isStatement(index) { isHead = true }
      let node = node(at: index, before: range.upperBound, isHead: isHead)
      if text(index) == "{" { isHead = false }
      if let node { nodes.append(node) }
      index = node?.range.upperBound ?? index + 1
    }
    return nodes
  }

  /// Whether the keyword at an index begins a statement with a block. The `while` of a `repeat` doesn't.
  private func isStatement(_ index: Int) -> Bool {
    guard SyntaxTree.statements.contains(text(index)), text(index + 1) != ":" else { return false }
    let isBehind = text(index - 1) == "}" && code[index - 1].line == code[index].line
    return text(index - 1) != "." && !(isBehind && text(index) == "while")
  }

  private static let statements: Set = [
    "catch", "defer", "do", "else", "for", "guard", "if", "repeat", "switch", "while",
  ]

  private func node(at index: Int, before limit: Int, isHead: Bool) -> Node? {
    let isDeclaration = ![".", "import"].contains(text(index - 1))
    let isTooDeep = ["(", "[", "{"].contains(text(index)) && pairs[index] == nil
    if isTooDeep { return nil }
    switch text(index) {
    case "actor", "class", "enum", "extension", "protocol", "struct":
      guard isDeclaration, index + 1 < limit, code[index + 1].isWord, code[index + 1].endsOperand,
        !["func", "init", "let", "subscript", "var"].contains(text(index + 1))
      else { return nil }
      return declaration(.type, at: index, before: limit)
    case "func", "init", "deinit", "subscript":
      return isDeclaration ? declaration(.function, at: index, before: limit) : nil
    case "let", "var":
      guard isDeclaration, !isHead, !["(", ",", "case"].contains(text(index - 1)) else { return nil }
      return declaration(.variable, at: index, before: limit)
    case "=": return assignment(at: index, before: limit, isHead: isHead)
    case "{" where isHead: return brackets(.block, at: index, before: limit)
    case "{": return call(at: index, before: limit) ?? brackets(.closure, at: index, before: limit)
    case "(":
      return call(at: index, before: isHead ? end(of: index, before: limit) : limit)
        ?? brackets(.brackets, at: index, before: limit)
    case "[": return brackets(.brackets, at: index, before: limit)
    default: return nil
    }
  }

  // MARK: - Declarations

  private func declaration(_ kind: Node.Kind, at index: Int, before limit: Int) -> Node {
    let end = statementEnd(from: index, before: limit)
    let sign = shallow(index..<end).first { ["=", "{"].contains(text($0)) }
    let body = sign.flatMap { sign in
      text(sign) == "{" ? brackets(kind == .variable ? .accessors : .block, at: sign, before: limit) : nil
    }
    var declaration = Node(kind: kind, range: index..<(body?.range.upperBound ?? end))
    declaration.path = path(from: index + 1).names.suffix(1)
    if ["init", "deinit", "subscript"].contains(text(index)) { declaration.path = [code[index].name] }
    var before = index - 1
    while SyntaxTree.modifiers.contains(text(before)) || text(before - 1) == "@" {
      declaration.modifiers.insert(text(before))
      before -= text(before - 1) == "@" ? 2 : 1
    }
    declaration.children =
      nodes(in: (index + 1)..<(body?.range.lowerBound ?? end)) + [body].compactMap(\.self)
    return declaration
  }

  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy",
    "nonisolated", "override", "weak", "unowned", "dynamic", "(", ")", "unsafe", "set",
  ]

  /// The index after a statement: a semicolon, or the first token on a later line that doesn't continue the statement.
  private func statementEnd(from start: Int, before limit: Int) -> Int {
    // Lazily, since the range may extend to the end of a long file.
    zip(shallow(start..<limit), shallow(start..<limit).dropFirst()).first { last, next in
      let isContinued =
        code[last].kind == .symbol && !code[last].endsOperand
        || code[next].kind == .symbol && !["@", "#"].contains(text(next)) || text(next) == "where"
      return text(next) == ";" || code[next].line > code[last].line && !isContinued
    }?.1 ?? limit
  }

  // MARK: - Expressions

  private func assignment(at index: Int, before limit: Int, isHead: Bool) -> Node {
    let end = statementEnd(from: index, before: limit)
    let value = shallow((index + 1)..<end).first { text($0) == "," || isHead && text($0) == "{" } ?? end
    return Node(
      kind: .assignment, path: pathStart(before: index).map { path(from: $0).names } ?? [],
      range: index..<value,
      children: nodes(in: (index + 1)..<value))
  }

  /// The call whose first bracket is at an index; `nil` if nothing before it can be called.
  private func call(at index: Int, before limit: Int) -> Node? {
    guard let start = pathStart(before: index) else { return nil }
    var (call, end) = (Node(kind: .call, path: path(from: start).names, range: index..<index), index)
    if text(start - 1) == "#" { call.path.insert("#", at: 0) }
    // `World.init(…)` is `World(…)`.
    if call.path.count > 1, call.path.last == "init" { call.path.removeLast() }
    if text(index) == "(" {
      end = self.end(of: index, before: limit)
      call.children = shallow((index + 1)..<max(index + 1, end - 1)).split { text($0) == "," }.map(argument)
    }
    // Trailing closures. The first one has no label.
    while case let brace = text(end - 1) == "}" ? end + 2 : end, brace < limit, text(brace) == "{",
      brace == end || code[end].isWord && text(end + 1) == ":"
    {
      let closure = brackets(.closure, at: brace, before: limit)
      call.children.append(
        Node(
          kind: .argument, path: brace == end ? [] : [code[end].name], range: end..<closure.range.upperBound,
          children: [closure]))
      end = closure.range.upperBound
    }
    call.range = index..<end
    return call
  }

  /// An argument `label: value`, or a parameter `label name: Type`.
  private func argument(_ tokens: ArraySlice<Int>) -> Node {
    let range = tokens[tokens.startIndex]..<(tokens[tokens.endIndex - 1] + 1)
    let colon = tokens.dropFirst().prefix(2).first { text($0) == ":" && code[$0 - 1].isWord }
    return Node(
      kind: .argument, path: colon.map { [code[$0 - 1].name] } ?? [], range: range,
      children: nodes(in: (colon.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound))
  }

  private func brackets(_ kind: Node.Kind, at index: Int, before limit: Int) -> Node {
    let end = end(of: index, before: limit)
    let parameters = kind == .closure && text(index + 2) == "in" ? [code[index + 1].name] : []
    return Node(
      kind: kind, path: parameters, range: index..<end,
      children: nodes(in: (index + 1)..<max(index + 1, end - 1)))
  }

  /// The index after the closing bracket.
  func end(of start: Int, before limit: Int = .max) -> Int {
    min(pairs[start, default: code.count] + 1, limit)
  }

  // MARK: - Names

  /// The dotted names from an index on, at most `count`, and the index after them: `Current.payments.charge`.
  ///
  /// A service's type in brackets counts as its property, as in `Current[Payments.self].charge`.
  func path(from start: Int, _ count: Int = .max) -> (names: [Substring], end: Int) {
    guard start < code.count, code[start].isWord || text(start) == "." else { return ([], start) }
    var (names, end) = text(start) == "." ? ([""], start) : ([code[start].name], start + 1)
    while names.count < count {
      if text(end) == ".", end + 1 < code.count, code[end + 1].isWord {
        names.append(code[end + 1].name)
        end += 2
      } else if text(end) == "[", let close = pairs[end], close < code.count {
        if text(close - 2) == ".", text(close - 1) == "self" {
          names.append(property(of: code[close - 3].name))
        }
        end = close + 1
      } else {
        break
      }
    }
    return (names, end)
  }

  /// The name of a service's property: `payments` for `Payments`.
  func property(of type: Substring) -> Substring { type.prefix(1).lowercased() + type.dropFirst() }

  /// The index where the dotted names before an index begin; `nil` if there are none.
  ///
  /// It is the index of a dot if the receiver has no name.
  private func pathStart(before index: Int) -> Int? {
    var start = index - 1
    // `#Predicate<Cart> { … }`
    if text(start) == ">", !code[start].isSpaced {
      while start > 0, text(start) != "<" { start -= 1 }
      start -= 1
    }
    while true {
      while text(start) == "]", let open = pairs[start] { start = open - 1 }
      guard start >= 0, code[start].isWord, code[start].endsOperand else { return nil }
      guard text(start - 1) == "." else { return start }
      guard start > 1, case let receiver = code[start - 2], receiver.endsOperand,
        receiver.isWord || receiver.text == "]"
      else { return start - 1 }
      start -= 2
    }
  }
}
