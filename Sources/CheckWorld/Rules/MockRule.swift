/// A mock world as that of the process: `Current = .mock`, `World.bootstrap { $0 = .mock }`.
enum MockRule {
  static let rule = Rule(
    "mock-in-program", of: "'.mock'", "becomes the world of the program",
    advice: "assign a live one, or simulate it: '$0.use(simulation)'")

  /// Whether the word at an index is a mock world that becomes the process's.
  static func isBroken(by index: Int, in file: SyntaxTree) -> Bool {
    // With more behind it, as in `.mock.using(simulation)`, it is another world.
    guard file.code[index].name == "mock", file.text(index - 1) == ".", file.text(index + 1) != "." else {
      return false
    }
    let sign = index - (file.text(index - 2) == "World" ? 3 : 2)
    guard file.text(sign) == "=", file.text(sign - 2) != "." else { return false }
    let (name, around) = (file.text(sign - 1), file.nodes(around: index))
    if name == "Current" { return !around.contains { $0.kind == .call && $0.path.last == "withWorld" } }
    guard let last = around.lastIndex(where: { $0.kind == .closure }), last > 1,
      around[last - 2].path == ["World", "bootstrap"],
      name == "$0" || around[last].path.first.map(String.init) == name
    else { return false }
    // Unless it is simulated then.
    return !(index..<around[last].range.upperBound).contains { file.text($0) == "use" }
  }
}
