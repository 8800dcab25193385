/// `Current` is for builders and the entry point.
enum CurrentRule {
  static let name = "current-outside-builders"
  static let message =
    "'Current' is used outside of builders and the entry point; pass what it gives from a builder"

  /// Who may use it, as paths below the target's folder.
  static let builders = ["App", "Builders", "*Builder.swift", "main.swift"].map(Glob.init)

  private static let declaring: Set = [
    "actor", "associatedtype", "case", "class", "enum", "func", "import", "let", "protocol", "struct",
    "typealias",
    "var",
  ]

  /// Whether the token at an index is the global's name: no member, declaration, attribute or label.
  static func isUse(_ code: [Token], at index: Int) -> Bool {
    guard code[index].name == "Current", code[index].kind != .literal else { return false }
    let (before, after) = (code[..<index].last, code[(index + 1)...].first)
    let isLabel = ["(", ","].contains(before?.text) && after?.text == ":"
    return !isLabel && ![".", "@"].contains(before?.text) && !declaring.contains(before?.text ?? "")
  }

  /// Whether code is the program's entry point.
  static func isEntryPoint(_ code: [Token]) -> Bool {
    zip(code, code.dropFirst()).contains { $0.text == "@" && $1.text == "main" }
  }
}
