/// A static or global variable has one value for all worlds, and so for all tests that run at the same time.
enum StaticRule {
  static let rule = Rule(
    "mutable-static", of: "a static or global variable", "is shared by all tests",
    advice: "make it a 'let', or a property of a service, of which each world has its own")

  static func find(in file: Regions, path: String, isScript: Bool) -> [Finding] {
    let code = file.code
    return code.indices.compactMap { index in
      guard code[index].kind == .word, code[index].text == "var", index + 1 < code.count else { return nil }
      let modifiers = file.modifiers(before: index)
      let isStatic = modifiers.contains("static")
      guard isStatic || (file.openers[index] < 0 && !isScript), !modifiers.contains("TaskLocal"),
        file.text(index - 1) != "import",
        isStored(at: index + 1, in: file)
      else { return nil }
      let name = code[index + 1].isWord ? String(code[index + 1].name) : "()"
      return Finding(
        at: code[index], of: path, rule, rule.message("'\(isStatic ? "static " : "")var \(name)'"))
    }
  }

  /// Whether a variable whose name stands at an index has a value of its own.
  private static func isStored(at index: Int, in file: Regions) -> Bool {
    let end = file.statementEnd(from: index)
    let parts = (index..<end).filter { file.openers[$0] == file.openers[index] }
    guard let first = parts.first(where: { ["=", "{"].contains(file.text($0)) }), file.text(first) == "{"
    else {
      return true
    }
    return ["willSet", "didSet"].contains(file.text(first + 1))
  }
}
