// SPDX-License-Identifier: MIT

/// The declarations that the files of a target share: services, commands and wrappers of the world.
struct Declarations {
  private var services: Set<Substring> = []
  /// The struct of the program's own `Current`, and the structs in it. Their closures count as a service's closures.
  private var ownWorld: Set<Substring> = []
  private var commands: Set<Substring> = []
  /// The names of classes and actors.
  private(set) var objects: Set<Substring> = []
  /// The functions that live values call or store: `deliver`, `Server.deliver`.
  private var liveFunctions: Set<Substring> = []
  /// Declarations that only return a part of the world: globals (`today`), static members (`Environment.today`) and property
  /// wrappers (`@FromWorld`). Private ones are included only for the last file that was passed to `look(at:)`.
  private var wrappers: Set<Substring> = []
  private var sharedWrappers: Set<Substring> = []
  private var publicWrappers: Set<Substring> = []
  /// The functions and variables of each type, including its extensions.
  private var members: [Substring: Set<Substring>] = [:]

  init(_ files: [SyntaxTree]) {
    let worlds = files.flatMap { file in
      file.root.children.filter { $0.path == ["Current"] }.compactMap(file.type)
    }
    ownWorld = Declarations.parts(of: worlds, in: files)
    services = Declarations.conforming(to: ["World.Service", "LiveService"], in: files)
    let parts = Declarations.parts(of: services, in: files).intersection(files.flatMap(Declarations.helpers))
    services.formUnion(ownWorld.union(parts))
    commands = Declarations.conforming(to: ["ParsableCommand", "AsyncParsableCommand"], in: files)
    for type in files.flatMap(\.root.descendants) where type.kind == .type {
      let own = type.children.last?.children.filter { [.function, .variable].contains($0.kind) } ?? []
      members[type.path.first ?? "", default: []].formUnion(own.flatMap(\.path))
    }
    var count = -1
    while count < sharedWrappers.count {
      count = sharedWrappers.count
      for file in files { look(at: file) }
    }
  }

  /// Adds the wrappers of a file, and removes the private ones of other files.
  mutating func look(at file: SyntaxTree) {
    wrappers = sharedWrappers
    var count = -1
    // A wrapper may use another one.
    while count < wrappers.count {
      count = wrappers.count
      note(file.root, [], in: file)
    }
  }

  /// Adds the public wrappers of a module that the target imports.
  mutating func add(publicWrappersOf module: Declarations) {
    sharedWrappers.formUnion(module.publicWrappers)
  }

  /// The types that conform to the protocols, directly or through the target's own protocols.
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

  /// The structs, and all structs nested in their properties.
  private static func parts(of structs: some Sequence<Substring>, in files: [SyntaxTree]) -> Set<Substring> {
    var types: [Substring: [Substring]] = [:]
    for file in files {
      for node in file.root.descendants where file.text(node.range.lowerBound) == "struct" {
        let members = node.children.last?.children ?? []
        types[node.path.first ?? "", default: []] += members.compactMap(file.type)
      }
    }
    var (found, next) = (Set<Substring>(), Array(structs))
    while let type = next.popLast() {
      if let parts = types[type], found.insert(type).inserted { next += parts }
    }
    return found
  }

  /// The names that live values call, and the structs with closures. Anything else in a service is data.
  private static func helpers(in file: SyntaxTree) -> [Substring] {
    file.root.descendants.flatMap { node in
      let isLive = node.isStatic && node.path == ["live"]
      if isLive { return node.range.filter { file.text($0 + 1) == "(" }.map { file.code[$0].name } }
      let members = node.children.last?.children.filter { $0.kind == .variable } ?? []
      return members.contains { $0.range.contains { file.text($0) == "->" } } ? node.path : []
    }
  }

  private mutating func note(_ node: Node, _ around: [Node], in file: SyntaxTree) {
    let inside = around + [node]
    let type = around.last { $0.kind == .type }
    if ["actor", "class"].contains(file.text(node.range.lowerBound)) { objects.formUnion(node.path) }
    if isLiveValue(node, in: around, of: file) {
      liveFunctions.formUnion(file.mentions(in: node, of: type?.path.first))
    }
    if isWrapper(node, in: around, of: file), let name = node.path.first {
      let (owner, isValue) = (type?.path.first, name == "wrappedValue")
      let wrapper = isValue ? "@" + (owner ?? "") : owner.map { $0 + "." + name } ?? name
      wrappers.insert(wrapper)
      let modifiers = node.modifiers.union(type?.modifiers ?? [])
      // A `private(set)` property can be read everywhere.
      if modifiers.contains("set") || modifiers.isDisjoint(with: ["private", "fileprivate"]) {
        sharedWrappers.insert(wrapper)
      }
      if !modifiers.isDisjoint(with: ["public", "package"]) { publicWrappers.insert(wrapper) }
    }
    for child in node.children { note(child, inside, in: file) }
  }

  // MARK: - Services and commands

  /// Whether a node is a service or an extension of one.
  func isService(_ node: Node) -> Bool { node.kind == .type && !services.isDisjoint(with: node.path) }

  /// Whether a type is a service, and not nested in one.
  func isServiceItself(_ type: Node) -> Bool { type.path.last.map(services.contains) == true }

  /// Whether the code inside the nodes belongs to a live value: to the value itself, to code that makes a service, or to a
  /// function that a live value calls or stores.
  func isLive(_ around: [Node], in file: SyntaxTree) -> Bool {
    // The names of local declarations don't matter.
    let member = around.prefix((around.firstIndex(where: \.isRunLater) ?? around.count) + 1)
    if member.contains(where: Declarations.isForTests) { return false }
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
    if let type = around.dropLast().last, isService(type) {
      let isClosure = node.kind == .variable && node.children.last?.children.first?.kind == .closure
      if node.isStatic || isClosure && !ownWorld.isDisjoint(with: type.path) { return true }
    }
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

  static func isForTests(_ node: Node) -> Bool {
    guard [.function, .variable].contains(node.kind), let name = node.path.first else { return false }
    return ["mock", "preview", "test", "fake", "stub"].contains {
      name.hasPrefix($0) || name.contains($0.capitalized)
    }
  }

  /// Whether code is in an entry point: a script, a command's `run()`, or a type with `@main`.
  func isEntryPoint(_ around: [Node], isScript: Bool = false) -> Bool {
    if isScript, !around.contains(where: { [.type, .function].contains($0.kind) }) { return true }
    if around.contains(where: { $0.kind == .type && $0.modifiers.contains("main") }) { return true }
    return zip(around, around.dropFirst(2)).contains { type, run in
      type.kind == .type && run.kind == .function && run.path == ["run"]
        && !commands.isDisjoint(with: type.path)
    }
  }

  // MARK: - Wrappers

  /// Whether one of the nodes is a wrapper of the world. Findings are reported where the wrapper is used.
  func isWrapper(_ around: [Node], in file: SyntaxTree) -> Bool {
    around.indices.contains { isWrapper(around[$0], in: Array(around[..<$0]), of: file) }
  }

  /// Whether a declaration that can be used by its name only returns a part of the world: a global, a static member, or the
  /// value of a property wrapper.
  private func isWrapper(_ node: Node, in around: [Node], of file: SyntaxTree) -> Bool {
    // A builder passes on the values that it reads.
    guard [.function, .variable].contains(node.kind), !around.contains(where: \.isBuilder) else {
      return false
    }
    let type = around.dropLast().last
    if node.path == ["wrappedValue"], type?.modifiers.contains("propertyWrapper") == true {
      return node.range.contains { CurrentRule.isUse($0, in: file) }
    }
    return (around.count == 1 || node.isStatic) && node.path != ["Current"] && returnsWorld(node, in: file)
  }

  /// Whether a function or a variable only returns a part of the world.
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

  /// Whether the expression at an index begins with the world or a wrapper.
  private func isRead(_ index: Int, in file: SyntaxTree) -> Bool {
    if file.text(index) == "." { return file.text(index - 1) == "World" && file.text(index + 1) == "current" }
    return file.text(index) == "Current" || isWrapperUse(index, in: file)
      || file.text(index + 1) == "." && isWrapperUse(index + 2, in: file)
  }

  /// Whether the word at an index is a wrapper's name.
  func isWrapperUse(_ index: Int, in file: SyntaxTree) -> Bool {
    guard !wrappers.isEmpty, file.code.indices.contains(index), case let name = file.code[index].name
    else { return false }
    if file.text(index - 1) == "@" { return wrappers.contains("@" + name) }
    if file.text(index - 1) == ".", index > 1 {
      let owner = file.code[index - 2].name
      let type = owner == "Self" ? file.nodes(around: index).last { $0.kind == .type }?.path.first : owner
      return wrappers.contains((type ?? owner) + "." + name)
    }
    guard wrappers.contains(name), file.isName(index) else { return false }
    let around = file.nodes(around: index)
    let isMember = around.contains { node in
      node.kind == .type && node.path.contains { members[$0]?.contains(name) == true }
    }
    // `case soon, today`
    let isInType = around.dropLast().last?.kind == .type && around.last?.kind == .block
    return !isMember && !isInType && !file.isShadowed(name, at: index)
  }
}
