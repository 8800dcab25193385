// SPDX-License-Identifier: MIT

/// Looks up names within one file.
extension SyntaxTree {
  /// The name of a variable's type: `Files` for `var files: Files` and for `var files = Files()`.
  func type(of variable: Node) -> Substring? {
    guard variable.kind == .variable, case let sign = variable.range.lowerBound + 2,
      [":", "="].contains(text(sign))
    else { return nil }
    return path(from: sign + 1).names.last
  }

  /// The protocols that a type's declaration names.
  func inherited(by type: Node) -> Set<String> {
    var (names, depth, isClause): (Set<String>, Int, Bool) = ([], 0, false)
    for index in type.range.dropFirst().prefix(while: { !["{", "where"].contains(text($0)) }) {
      // The `>>` of `Store<Box<Int>>` is one token.
      if text(index) == "<" {
        depth += 1
      } else if text(index).allSatisfy({ $0 == ">" }) {
        depth -= text(index).count
      } else if depth == 0 {
        if text(index) == ":" { isClause = true }
        guard isClause else { continue }
        names.insert(text(index))
        if text(index - 1) == "." { names.insert("\(text(index - 2)).\(text(index))") }
      }
    }
    return names
  }

  /// The functions that a live value may call: `deliver`, `Server.deliver`, also through `let server = Server()`.
  func mentions(in node: Node, of type: Substring?) -> [Substring] {
    var types: [Substring: Substring] = [:]
    types["self"] = type
    types["Self"] = type
    for variable in node.descendants where variable.kind == .variable {
      guard let value = variable.children.last, value.kind == .assignment, let name = variable.path.first
      else { continue }
      types[name] = path(from: value.range.lowerBound + 1).names.first
    }
    return node.range.filter { code[$0].isWord && isName($0) }.flatMap { index -> [Substring] in
      let names = path(from: index).names
      guard let first = names.first, let last = names.last else { return [] }
      if names.count > 1 { return [(types[first] ?? first) + "." + last] }
      return [first, (type ?? "") + "." + first]
    }
  }

  /// The index after an expression of names, calls and subscripts.
  func expressionEnd(from start: Int) -> Int {
    var end = start
    while true {
      if text(end) == "." || end == start {
        end += text(end) == "." ? 2 : 1
      } else if ["(", "["].contains(text(end)) {
        end = self.end(of: end)
      } else if ["?", "!"].contains(text(end)) {
        end += 1
      } else {
        return end
      }
    }
  }

  /// Whether a word refers to a value, and isn't a member, label, parameter or declaration.
  func isName(_ index: Int) -> Bool {
    let (before, after) = (text(index - 1), text(index + 1))
    let isFirst = ["(", ","].contains(before)
    let isLabel =
      after == ":" && (isFirst || code[max(0, index - 1)].isWord)
      || isFirst && text(index + 2) == ":" && code[index + 1].isWord
    return !isLabel && after != "in" && ![".", "@", "#"].contains(before)
      && !CurrentRule.declaring.contains(before)
  }

  /// Whether a parameter or a local variable shadows a name.
  func isShadowed(_ name: Substring, at index: Int) -> Bool {
    let around = nodes(around: index).dropFirst()
    // `let today = today`
    let own = around.first { $0.kind == .variable && $0.path == [name] }?.range
    let scope = around.first { $0.isRunLater }?.range.lowerBound ?? index
    let isClosures = around.contains { closure in
      let start = closure.range.lowerBound
      let line = shallow((start + 1)..<closure.range.upperBound).prefix { code[$0].line == code[start].line }
      guard closure.kind == .closure, let end = line.first(where: { text($0) == "in" }) else { return false }
      return (start..<end).contains { code[$0].name == name }
    }
    if isClosures { return true }
    return (scope..<index).contains { place in
      guard code[place].name == name, own?.contains(place) != true else { return false }
      let isParameter =
        text(place + 1) == ":"
        && nodes(around: place).suffix(3).contains {
          $0.kind == .function && $0.children.last?.range.contains(place) != true
        }
      return isParameter || ["let", "var", "for", "func"].contains(text(place - 1))
    }
  }
}
