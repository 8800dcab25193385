/// `Current` is for builders, services and the entry point.
enum CurrentRule {
  static let outsideBuilders = Rule(
    "current-outside-builders", of: "'Current'", "is used outside of builders, services and the entry point",
    advice: "take it in a builder and pass on what it gives")
  static let inDeinit = Rule(
    "current-in-deinit", of: "'Current'", "in a deinit is the world of the code that releases the object",
    advice: "pass the object what it needs")

  /// The files that may use it, by the path below the target's folder, besides the file with `@main`.
  static let builders = ["App", "Builders", "*Builder.swift", "main.swift"].map(Glob.init)

  private static let declaring: Set = [
    "actor", "associatedtype", "case", "class", "enum", "func", "let", "protocol", "struct", "typealias",
    "var",
  ]

  /// Whether the word at an index is the global: no member, declaration, attribute or label; or its other name,
  /// `World.current`, outside of the declaration of a restricted `Current`.
  static func isUse(_ code: [Token], at index: Int) -> Bool {
    if code[index].name == "current" { return isWorldCurrent(code, at: index) }
    guard code[index].name == "Current" else { return false }
    let (before, after) = (code[..<index].last?.text ?? "", code[(index + 1)...].first?.text)
    let isLabel = ["(", ","].contains(before) && after == ":"
    return !isLabel && ![".", "@"].contains(before) && !declaring.contains(before)
  }

  private static func isWorldCurrent(_ code: [Token], at index: Int) -> Bool {
    let before = code[..<index].suffix(2).map(\.text)
    // `var Current: some ChatWorld { World.current }`, with or without accessors.
    let near = code[..<index].suffix(14)
    let isRestricted = zip(near, near.dropFirst()).contains { $0.text == "var" && $1.text == "Current" }
    return before == ["World", "."] && !isRestricted
  }

  /// Whether code is the program's entry point.
  static func isEntryPoint(_ code: [Token]) -> Bool {
    zip(code, code.dropFirst()).contains { $0.text == "@" && $1.text == "main" }
  }
}
