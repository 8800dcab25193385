/// A mock world for the whole process: `Current = .mock`, `World.bootstrap { $0 = .mock.with { … } }`.
enum MockRule {
  static let rule = Rule(
    "mock-in-program", of: "'.mock'", "becomes the world of the program",
    advice: "assign a live one, or simulate it: '$0.use(simulation)'")

  /// Whether the word at an index is a mock world that becomes the process's.
  static func isBroken(by index: Int, in file: SyntaxTree) -> Bool {
    guard file.code[index].name == "mock", file.text(index - 1) == "." else { return false }
    // With more behind it, as in `.mock.using(simulation)`, it is another world.
    let isChanged = file.text(index + 1) == "."
    if isChanged, file.text(index + 2) != "with" { return false }
    let sign = index - (file.text(index - 2) == "World" ? 3 : 2)
    guard file.text(sign) == "=", file.text(sign - 2) != "." else { return false }
    let (name, around) = (file.text(sign - 1), file.nodes(around: index))
    if name == "Current" {
      if around.contains(where: { $0.kind == .call && $0.path.last == "withWorld" }) { return false }
      let end = isChanged ? file.nodes(around: index + 4).last?.range.upperBound ?? index : index
      return !isSimulated("$0", in: index..<end, of: file)
    }
    guard let last = around.lastIndex(where: { $0.kind == .closure }), last > 1,
      around[last - 2].path == ["World", "bootstrap"],
      name == "$0" || around[last].path.first.map(String.init) == name
    else { return false }
    return !isSimulated(name, in: index..<around[last].range.upperBound, of: file)
  }

  /// Whether `name.use(…)` follows.
  private static func isSimulated(_ name: String, in range: Range<Int>, of file: SyntaxTree) -> Bool {
    range.contains { file.text($0) == "use" && file.text($0 - 2) == name }
  }
}
