/// `Current` is for builders, services and the entry point.
enum CurrentRule {
  static let outsideBuilders = Rule(
    "current-outside-builders", of: "'Current'", "is used outside of builders, services and the entry point",
    advice: "take it in a builder and pass on what it gives")
  static let inDeinit = Rule(
    "current-in-deinit", of: "'Current'", "in a deinit is the world of the code that releases the object",
    advice: "pass the object what it needs")
  static let inStatic = Rule(
    "current-in-static", of: "'Current'",
    "is read once by the value of a static or global variable, which keeps the world of its first reader for all tests",
    advice: "make it a function or a computed property, or take it in a builder and pass on what it gives")

  /// The files that may use it, by the path below the target's folder, besides the file with `@main`.
  static let builders = ["App", "Builders", "*Builder.swift", "main.swift"].map(Glob.init)

  static let declaring: Set = [
    "actor", "associatedtype", "case", "class", "enum", "func", "let", "protocol", "struct", "typealias",
    "var",
  ]

  /// Whether the word at an index is the global: no member, declaration, attribute or label; or its other name,
  /// `World.current`, outside of the declaration of a restricted `Current`.
  static func isUse(_ index: Int, in file: SyntaxTree) -> Bool {
    let (name, before, after) = (file.code[index].name, file.text(index - 1), file.text(index + 1))
    if name == "current" {
      return before == "." && file.text(index - 2) == "World"
        && !file.nodes(around: index).contains { $0.kind == .variable && $0.path == ["Current"] }
    }
    let isLabel = ["(", ","].contains(before) && after == ":"
    return name == "Current" && !isLabel && ![".", "@"].contains(before) && !declaring.contains(before)
  }

  /// The rule that a use breaks, or what reads it, and what breaks the rule.
  static func broken(
    by index: Int, in file: SyntaxTree, isScript: Bool, mayUseCurrent: Bool
  ) -> (Rule, String?)? {
    let (isUse, isAttribute) = (isUse(index, in: file), file.text(index - 1) == "@")
    let name = file.code[index].name
    guard isUse || file.target.isWrapperUse(index, in: file), case let around = file.nodes(around: index),
      !file.target.isWrapper(around, in: file)
    else { return nil }
    if isUse,
      let broken = SelfReadRule.broken(by: index, in: file) ?? UpdateRule.broken(by: index, in: file)
    {
      return broken
    }
    let subject = isUse ? nil : "'\(isAttribute ? "@" : "")\(name)', which reads 'Current',"
    // A property wrapper reads it when the property is read.
    if !isAttribute {
      if around.contains(where: { $0.kind == .function && $0.path == ["deinit"] }) {
        return (inDeinit, subject)
      }
      if StaticRule.isValue(around, in: file, isScript: isScript) { return (inStatic, subject) }
    }
    return mayUseCurrent || self.mayUseCurrent(at: index, in: file) ? nil : (outsideBuilders, subject)
  }

  /// Whether `Current` may be used at an index: in types named `…Builder`, commands, services and what makes them, and
  /// static members named `mock`, or where the world is only kept for later.
  static func mayUseCurrent(at index: Int, in file: SyntaxTree) -> Bool {
    let around = file.nodes(around: index)
    return around.contains {
      $0.isBuilder || file.target.isService($0) || $0.isStatic && $0.path == ["mock"]
    } || file.target.isLive(around, in: file) || file.target.isEntryPoint(around)
      || keepsWorld(at: index, around, in: file)
  }

  /// `Current.wrap { … }`, `withWorld(Current.using(simulation))`, and `let world = Current` with `withWorld(world)`.
  private static func keepsWorld(at index: Int, _ around: [Node], in file: SyntaxTree) -> Bool {
    if file.text(index + 1) == ".", file.text(index + 2) == "wrap" { return true }
    let brace = around.lastIndex { file.text($0.range.lowerBound) == "{" } ?? 0
    let inner = around[(brace + 1)...]
    let isWhole = file.text(index + 1) != "." || ["using", "with"].contains(file.text(index + 2))
    if isWhole, inner.contains(where: { $0.kind == .call && $0.path == ["withWorld"] }) { return true }
    // `let world = Current`, `let world: World = simulation.map(Current.using) ?? Current`
    guard let sign = inner.lastIndex(where: { $0.kind == .assignment }) else { return false }
    return around[(sign - 1)...sign].contains { file.worlds.contains($0.path.last ?? "") }
  }
}
