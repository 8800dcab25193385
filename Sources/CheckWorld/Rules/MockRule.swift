// SPDX-License-Identifier: MIT

/// Finds mock worlds that a program runs in: `Current = .mock`, `World.bootstrap { $0 = .mock.with { … } }`.
enum MockRule {
  static let rule = Rule(
    "mock-in-program", of: "'.mock'", "is a world that the program runs in",
    advice: "make it a live one, or simulate it: '$0.use(simulation)'")
  static let liveMock = Rule(
    "mock-is-live", of: "'mock'", "is the live value, which tests then use",
    advice: "make one with values that a test can know")

  static let sharedMock = Rule(
    "shared-mock", of: "a stored 'mock'", "has a state that all tests share",
    advice: "compute it, so that each mock world builds its own: 'static var mock: Self { … }'")

  /// Finds stored mocks that have a state: `static let mock: Self = { let calls = Mutex(0); … }()`.
  static func sharedMocks(in file: SyntaxTree, path: String) -> [Finding] {
    file.root.descendants.compactMap { node in
      guard node.isStatic, node.path == ["mock"], StaticRule.isStored(node, in: file),
        file.nodes(around: node.range.lowerBound).contains(where: file.target.isService),
        let value = node.children.last, value.kind == .assignment,
        value.range.contains(where: { isState(at: $0, in: file) })
      else { return nil }
      return Finding(at: file.code[node.range.lowerBound + 1], of: path, sharedMock)
    }
  }

  /// Whether a call at an index makes an object: one of the target's classes or actors, a lock or an atomic.
  private static func isState(at index: Int, in file: SyntaxTree) -> Bool {
    let name = file.code[index].name
    let isObject =
      ["Mutex", "Atomic", "Lock", "LockIsolated"].contains(name) || file.target.objects.contains(name)
    return isObject && ["(", "<"].contains(file.text(index + 1))
  }

  /// Finds mocks that return the live value: `static var mock: Self { .live }`.
  static func liveMocks(in file: SyntaxTree, path: String) -> [Finding] {
    file.root.descendants.compactMap { node in
      guard node.isStatic, node.path == ["mock"], let value = node.children.last else { return nil }
      let words = value.range.map(file.text).filter { !["=", "{", "get", "return", "}"].contains($0) }
      let name = file.code[node.range.lowerBound + 1]
      return words.last == "live" && words.count < 4 ? Finding(at: name, of: path, liveMock) : nil
    }
  }

  /// Whether the word at an index is a mock world that the program runs in.
  static func isBroken(by index: Int, in file: SyntaxTree, isScript: Bool) -> Bool {
    guard file.code[index].name == "mock", file.text(index - 1) == "." else { return false }
    // Another member after it, as in `.mock.using(simulation)`, returns another world.
    let isChanged = file.text(index + 1) == "."
    if isChanged, file.text(index + 2) != "with" { return false }
    let sign = index - (file.text(index - 2) == "World" ? 3 : 2)
    let (name, around) = (file.text(sign - 1), file.nodes(around: index))
    let isEntered = name == "withWorld" && file.text(sign) == "("
    guard isEntered || file.text(sign) == "=", file.text(sign - 2) != "." else { return false }
    if isEntered || name == "Current" {
      let outer = around.dropLast(isEntered ? 2 : 0)
      if outer.contains(where: { $0.kind == .call && $0.path.last == "withWorld" }) { return false }
      // A test value, an assigned value or an argument doesn't start the program.
      let isValue =
        outer.last?.kind == .argument
        || outer.contains { $0.kind == .assignment || Declarations.isForTests($0) }
      if isEntered, isValue || !file.target.isEntryPoint(Array(outer), isScript: isScript) { return false }
      let end = isChanged ? file.nodes(around: index + 4).last?.range.upperBound ?? index : index
      return !isSimulated("$0", in: index..<end, of: file)
    }
    guard let last = around.lastIndex(where: { $0.kind == .closure }), last > 1,
      around[last - 2].path == ["World", "bootstrap"],
      name == "$0" || around[last].path.first.map(String.init) == name
    else { return false }
    return !isSimulated(name, in: index..<around[last].range.upperBound, of: file)
  }

  /// Whether the range contains `name.use(…)`.
  private static func isSimulated(_ name: String, in range: Range<Int>, of file: SyntaxTree) -> Bool {
    range.contains { file.text($0) == "use" && file.text($0 - 2) == name }
  }
}
