/// What the files of a target declare and use in each other: services, commands and wrappers of the world.
struct Declarations {
  private var services: Set<Substring> = []
  private var commands: Set<Substring> = []
  /// The functions that live values are, or call: `deliver`, `Server.deliver`.
  private var liveFunctions: Set<Substring> = []
  /// The property wrappers that read the world.
  private(set) var propertyWrappers: Set<Substring> = []
  /// The globals and static members that only return a part of the world: `today`, `Environment.today`.
  private var wrappers: Set<Substring> = []
  /// Their last names.
  private(set) var wrapperNames: Set<Substring> = []

  init(_ files: [SyntaxTree]) {
    services = Declarations.conforming(to: ["World.Service", "LiveService"], in: files)
    commands = Declarations.conforming(to: ["ParsableCommand", "AsyncParsableCommand"], in: files)
    var count = -1
    // A wrapper may return what another one does.
    while count < wrappers.count {
      count = wrappers.count
      for file in files { note(file.root, [], in: file) }
    }
  }

  /// The types that conform to protocols, or to one of the target's that inherits from them.
  private static func conforming(to protocols: Set<String>, in files: [SyntaxTree]) -> Set<Substring> {
    let types = files.flatMap { file in
      file.root.descendants.filter { $0.kind == .type }.map { ($0.path, file.inherited(by: $0)) }
    }
    var (known, found) = (protocols, Set<Substring>())
    while true {
      let new = types.filter { !known.isDisjoint(with: $0.1) }.flatMap(\.0)
      if found.isSuperset(of: new) { return found }
      found.formUnion(new)
      known.formUnion(new.map(String.init))
    }
  }

  private mutating func note(_ node: Node, _ around: [Node], in file: SyntaxTree) {
    let inside = around + [node]
    let type = around.last { $0.kind == .type }
    if isLiveValue(node, in: around, of: file) {
      liveFunctions.formUnion(file.mentions(in: node, of: type?.path.first))
    }
    if isWrapper(node, in: around, of: file), let name = node.path.first {
      if name == "wrappedValue" {
        propertyWrappers.formUnion(type?.path ?? [])
      } else {
        wrappers.insert(type?.path.first.map { $0 + "." + name } ?? name)
        wrapperNames.insert(name)
      }
    }
    for child in node.children { note(child, inside, in: file) }
  }

  // MARK: - Services and commands

  /// Whether a node is a type that conforms to a service's protocol, or an extension of one.
  func isService(_ node: Node) -> Bool { node.kind == .type && !services.isDisjoint(with: node.path) }

  /// Whether the code inside some nodes is that of live values: of a member that is one, of what makes a service, or of a
  /// function that a live value is or calls.
  func isLive(_ around: [Node], in file: SyntaxTree) -> Bool {
    if around.contains(where: Declarations.isForTests) { return false }
    return around.indices.contains { index in
      let (node, outer) = (around[index], around[..<index])
      if isLiveValue(node, in: Array(outer), of: file) { return true }
      guard node.kind == .function, let name = node.path.first else { return false }
      let type = outer.last?.kind == .block ? outer.dropLast().last : nil
      if let type, isService(type) { return true }
      let owner = type?.kind == .type ? type?.path.first.map { $0 + "." } : nil
      return liveFunctions.contains((owner ?? "") + name) && (type == nil || owner != nil)
    }
  }

  /// Whether a declaration is named `live`, or makes a service.
  private func isLiveValue(_ node: Node, in around: [Node], of file: SyntaxTree) -> Bool {
    guard [.function, .variable].contains(node.kind), !Declarations.isForTests(node) else { return false }
    if node.isStatic, [["live"], ["liveValue"]].contains(node.path) { return true }
    if node.isStatic, let type = around.dropLast().last, isService(type) { return true }
    // `func makePayments() -> Payments {`, `var payments: Payments {`
    guard let body = node.children.last, [.block, .accessors].contains(body.kind) else { return false }
    let header = file.shallow(node.range.lowerBound..<body.range.lowerBound)
    let sign = node.kind == .function ? "->" : ":"
    guard let start = header.reversed().first(where: { file.text($0) == sign }) else { return false }
    let type = file.code[(start + 1)..<body.range.lowerBound]
    let isService =
      type.last.map { services.contains($0.name) } == true
      && type.allSatisfy { $0.isWord || $0.text == "." }
    return isService && !returnsWorld(node, in: file)
  }

  private static func isForTests(_ node: Node) -> Bool {
    guard [.function, .variable].contains(node.kind), let name = node.path.first else { return false }
    return ["mock", "preview", "test", "fake", "stub"].contains {
      name.hasPrefix($0) || name.contains($0.capitalized)
    }
  }

  /// Whether code is in `run()` of a command, which is its entry point.
  func isEntryPoint(_ around: [Node]) -> Bool {
    zip(around, around.dropFirst(2)).contains { type, run in
      type.kind == .type && run.kind == .function && run.path == ["run"]
        && !commands.isDisjoint(with: type.path)
    }
  }

  // MARK: - Wrappers

  /// Whether one of some nodes is a wrapper of the world. What it reads is found where it is used.
  func isWrapper(_ around: [Node], in file: SyntaxTree) -> Bool {
    around.indices.contains { isWrapper(around[$0], in: Array(around[..<$0]), of: file) }
  }

  /// Whether a declaration only returns a part of the world, and is used by its name: a global, a static member, or the
  /// value of a property wrapper.
  private func isWrapper(_ node: Node, in around: [Node], of file: SyntaxTree) -> Bool {
    guard [.function, .variable].contains(node.kind) else { return false }
    let type = around.dropLast().last
    if node.path == ["wrappedValue"], type?.modifiers.contains("propertyWrapper") == true {
      return node.range.contains { CurrentRule.isUse($0, in: file) }
    }
    return (around.count == 1 || node.isStatic) && node.path != ["Current"] && returnsWorld(node, in: file)
  }

  /// Whether all that a function or a variable does is to return a part of the world.
  private func returnsWorld(_ node: Node, in file: SyntaxTree) -> Bool {
    guard let body = node.children.last else { return false }
    // `let today = { Current.date() }`
    let isStored = body.kind == .assignment && body.children.last?.kind == .closure
    var start = body.range.lowerBound + (isStored ? 2 : 1)
    guard isStored || [.block, .accessors].contains(body.kind) else { return false }
    if file.text(start) == "get" { start += 2 }
    let end = file.end(of: start - 1) - 1
    while ["return", "try", "?", "await", "World", ":"].contains(file.text(start)) { start += 1 }
    return isRead(start, in: file) && file.expressionEnd(from: start) == end
  }

  /// Whether an expression begins with the world or a wrapper.
  private func isRead(_ index: Int, in file: SyntaxTree) -> Bool {
    if file.text(index) == "." { return file.text(index - 1) == "World" && file.text(index + 1) == "current" }
    return file.text(index) == "Current" || isWrapperUse(index, in: file)
      || file.text(index + 1) == "." && isWrapperUse(index + 2, in: file)
  }

  /// Whether the word at an index is a wrapper's name.
  func isWrapperUse(_ index: Int, in file: SyntaxTree) -> Bool {
    guard file.code.indices.contains(index), case let name = file.code[index].name,
      wrapperNames.contains(name)
    else { return false }
    if file.text(index - 1) == ".", index > 1 {
      let owner = file.code[index - 2].name
      let type = owner == "Self" ? file.nodes(around: index).last { $0.kind == .type }?.path.first : owner
      return wrappers.contains((type ?? owner) + "." + name)
    }
    guard wrappers.contains(name), file.isName(index) else { return false }
    // `case soon, today`
    let around = file.nodes(around: index).suffix(2)
    let isInType = around.count == 2 && around.first?.kind == .type && around.last?.kind == .block
    return !isInType && !file.isShadowed(name, at: index)
  }
}

extension SyntaxTree {
  /// The protocols that a type's declaration names.
  fileprivate func inherited(by type: Node) -> Set<String> {
    var (index, depth) = (type.range.lowerBound + 1, 0)
    while index < type.range.upperBound, depth > 0 || !["{", ":", "where"].contains(text(index)) {
      depth += text(index) == "<" ? 1 : text(index) == ">" ? -1 : 0
      index += 1
    }
    var names: Set<String> = []
    while index < type.range.upperBound, !["{", "where"].contains(text(index)) {
      names.insert(text(index))
      if text(index - 1) == "." { names.insert("\(text(index - 2)).\(text(index))") }
      index += 1
    }
    return names
  }

  /// The names of what a live value may call: `deliver`, `Server.deliver`, also by `let server = Server()`.
  fileprivate func mentions(in node: Node, of type: Substring?) -> [Substring] {
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

  /// The index after an expression that is names, calls and subscripts only.
  fileprivate func expressionEnd(from start: Int) -> Int {
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

  /// Whether a word stands for a value: it is no member, label, parameter or declaration.
  fileprivate func isName(_ index: Int) -> Bool {
    let (before, after) = (text(index - 1), text(index + 1))
    let isFirst = ["(", ","].contains(before)
    let isLabel =
      after == ":" && (isFirst || code[max(0, index - 1)].isWord)
      || isFirst && text(index + 2) == ":" && code[index + 1].isWord
    return !isLabel && after != "in" && ![".", "@", "#"].contains(before)
      && !CurrentRule.declaring.contains(before)
  }

  /// Whether something nearer has the name: a member of a type around it, a parameter or a local variable.
  fileprivate func isShadowed(_ name: Substring, at index: Int) -> Bool {
    let around = nodes(around: index).dropFirst()
    let isMember = around.contains { node in
      node.kind == .type
        && node.children.last?.children.contains {
          [.function, .variable].contains($0.kind) && $0.path == [name]
        } == true
    }
    if isMember { return true }
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
