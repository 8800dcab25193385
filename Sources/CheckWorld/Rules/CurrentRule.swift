// SPDX-License-Identifier: MIT

/// Finds uses of `Current` outside of builders, services and the entry point.
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
    advice: "\(computed), or \(outsideBuilders.advice)")
  static let computed = "make it a function or a computed property"
  static let outsideScope = Rule(
    "current-outside-scope", of: "'Current'", "sees no scope in a detached task or on a queue",
    advice: "capture the world: 'Current.wrap { … }'")

  /// The files that may use `Current`, besides the one with `@main`. Paths are relative to the target's folder.
  static let builders = ["App", "Builders", "*Builder.swift", "main.swift"].map(Glob.init)

  static let declaring: Set = [
    "actor", "associatedtype", "case", "class", "enum", "func", "let", "protocol", "struct", "typealias",
    "var",
  ]
  private static let values: Set<Substring> = ["calendar", "date", "locale", "timezone"]

  /// Whether the word at an index uses the global `Current`.
  ///
  /// A member, declaration, attribute or label of that name doesn't. `World.current` does, except in the declaration of a
  /// restricted `Current`.
  static func isUse(_ index: Int, in file: SyntaxTree) -> Bool {
    let (name, before, after) = (file.code[index].name, file.text(index - 1), file.text(index + 1))
    if name == "current" {
      return before == "." && file.text(index - 2) == "World"
        && !file.nodes(around: index).contains { $0.kind == .variable && $0.path == ["Current"] }
    }
    let isLabel = ["(", ","].contains(before) && after == ":"
    return name == "Current" && !isLabel && ![".", "@"].contains(before) && !declaring.contains(before)
  }

  /// The rule that is broken at an index by `Current`, or by a wrapper that reads it, and the subject of the message.
  static func broken(
    by index: Int, in file: SyntaxTree, isScript: Bool, mayUseCurrent: Bool
  ) -> (Rule, String?)? {
    let (isUse, isAttribute) = (isUse(index, in: file), file.text(index - 1) == "@")
    let name = file.code[index].name
    guard isUse || file.target.isWrapperUse(index, in: file), case let around = file.nodes(around: index),
      !file.target.isWrapper(around, in: file)
    else { return nil }
    let mayUseCurrent = mayUseCurrent || self.mayUseCurrent(at: index, in: file)
    if isUse,
      let broken = SelfReadRule.broken(by: index, in: file) ?? UpdateRule.broken(by: index, in: file)
    {
      return broken
    }
    let subject = isUse ? nil : "'\(isAttribute ? "@" : "")\(name)', which reads 'Current',"
    // A property wrapper reads `Current` when the property is read.
    if !isAttribute {
      if around.contains(where: { $0.path == ["deinit"] }) { return (inDeinit, subject) }
      let value = StaticRule.value(builtBy: around, in: file)
      var rule = inStatic
      rule.advice =
        value != nil
        ? "read it in a closure of the service" : mayUseCurrent ? computed : outsideBuilders.advice
      if StaticRule.isValue(around, in: file, isScript: isScript) { return (rule, subject) }
      // `live` may read other services, and store functions that it doesn't call. A mock is shared with scopes that replace them.
      let (names, end) = file.path(from: index, 2)
      let isCall = values.contains(names.last ?? "") && file.text(end) == "("
      if let value, isUse, isCall || value == "mock" {
        rule.effect = "is read once, when '\(value)' is built"
        return (rule, isCall ? "'Current.\(names[1])()'" : nil)
      }
    }
    if !mayUseCurrent { return (outsideBuilders, subject) }
    let isEntryPoint = file.target.isEntryPoint(around, isScript: isScript)
    return !isEntryPoint && isStartedElsewhere(around, in: file) ? (outsideScope, subject) : nil
  }

  /// Whether the code inside the nodes runs in a detached task or on a queue, and enters no world there.
  private static func isStartedElsewhere(_ around: [Node], in file: SyntaxTree) -> Bool {
    let start = around.lastIndex { call in
      let isQueue = call.path.count > 1 && ["addOperation", "async", "asyncAfter"].contains(call.path.last)
      return call.kind == .call && (isQueue || call.path == ["Task", "detached"])
    }
    guard let start, start + 2 < around.count, around[start + 2].kind == .closure else { return false }
    return SelfReadRule.isRunThere(around[(start + 2)...], in: file)
  }

  /// Whether code at an index may use `Current`.
  ///
  /// Types named `…Builder`, commands, services, code that makes services, and static test values may. So may code that
  /// only captures the world.
  static func mayUseCurrent(at index: Int, in file: SyntaxTree) -> Bool {
    let around = file.nodes(around: index)
    return around.contains {
      $0.isBuilder || file.target.isService($0) || $0.isStatic && Declarations.isForTests($0)
    } || file.target.isLive(around, in: file) || file.target.isEntryPoint(around)
      || keepsWorld(at: index, around, in: file)
  }

  /// Whether code only captures the world: `Current.wrap { … }`, `withWorld(Current.using(simulation))`, or
  /// `let world = Current` with `withWorld(world)`.
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
