/// The structure of a file, as far as rules need it: its blocks, and the parts in which rules differ.
struct Regions {
  let code: [Token]
  /// For each opening bracket the index of its counterpart; for everything else the number of tokens.
  private(set) var ends: [Int]
  /// The index of the innermost bracket around each token, or -1.
  private(set) var openers: [Int]
  /// The bodies of types, by the index of the brace, with the type's name.
  private(set) var types: [Int: Substring] = [:]
  /// Where `Current` may be used: types named `…Builder`, services, and static members named `live` and `mock`.
  private(set) var users: [Range<Int>] = []
  /// The services' bodies, with the names of the types.
  private(set) var services: [(name: Substring, body: Range<Int>)] = []
  /// Those named `live`, which wrap the system.
  private(set) var lives: [Range<Int>] = []
  private(set) var deinitializers: [Range<Int>] = []
  /// The types, functions and variables that the file declares.
  private var declared: Set<Substring> = []
  /// Its cases and static members.
  private var members: Set<Substring> = []
  /// The variables that a `withWorld` takes.
  private var worlds: Set<Substring> = []

  init(_ code: [Token]) {
    self.code = code
    (ends, openers) = (Array(repeating: code.count, count: code.count), [])
    var open: [Int] = []
    for (index, token) in code.enumerated() {
      let isClosing = token.kind == .symbol && [")", "]", "}"].contains(token.text)
      if isClosing, let last = open.popLast() { ends[last] = index }
      openers.append(open.last ?? -1)
      if token.kind == .symbol, ["(", "[", "{"].contains(token.text) { open.append(index) }
    }
    var conforming: Set<Substring> = []
    for index in code.indices where code[index].kind == .word { read(at: index, conforming: &conforming) }
    services = types.filter { conforming.contains($0.value) }.map { ($0.value, $0.key..<ends[$0.key]) }
    users += services.map(\.body)
  }

  private mutating func read(at index: Int, conforming: inout Set<Substring>) {
    let next = text(index + 1)
    switch code[index].text {
    case "struct", "class", "enum", "actor", "extension":
      guard index + 1 < code.count, code[index + 1].isWord, !Regions.keywords.contains(next),
        let brace = code[index...].firstIndex(where: { ["{", "}", ";"].contains($0.text) }),
        code[brace].text == "{", text(index - 1) != "."
      else { return }
      let header = code[(index + 1)..<brace]
      let path = header.prefix { ![":", "<", "where"].contains($0.text) }
      guard let name = path.last(where: \.isWord)?.name else { return }
      types[brace] = name
      if code[index].text != "extension" { declared.insert(name) }
      if name.hasSuffix("Builder") { users.append(brace..<ends[brace]) }
      let isService = zip(header, header.dropFirst(2)).contains { $0.text == "World" && $1.text == "Service" }
      if isService || header.contains(where: { $0.text == "LiveService" }) { conforming.insert(name) }
    case "deinit" where next == "{": deinitializers.append((index + 1)..<ends[index + 1])
    case "live", "mock":
      guard Regions.keywords.contains(text(index - 1)), modifiers(before: index - 1).contains("static") else {
        return
      }
      let member = index..<statementEnd(from: index)
      users.append(member)
      if code[index].text == "live" { lives.append(member) }
    case "case":
      // `case soon, now`
      var name = index + 1
      while name < code.count, code[name].isWord {
        members.insert(code[name].name)
        name += text(name + 1) == "," ? 2 : code.count
      }
    case "func", "let", "var", "typealias":
      declared.insert(Substring(next))
      if modifiers(before: index).contains("static") { members.insert(Substring(next)) }
    case "withWorld" where next == "(": worlds.insert(Substring(text(index + 2)))
    // A parameter that is a function.
    case _ where next == ":" && ["(", "@"].contains(text(index + 2)): declared.insert(code[index].name)
    default: break
    }
  }

  private static let keywords: Set = ["func", "var", "let", "subscript", "init"]

  func text(_ index: Int) -> String { code.indices.contains(index) ? code[index].text : "" }

  /// The words before a declaration's keyword, attributes included.
  func modifiers(before index: Int) -> Set<String> {
    var (words, index) = (Set<String>(), index - 1)
    while index >= 0, Regions.modifiers.contains(code[index].text) || text(index - 1) == "@" {
      words.insert(code[index].text)
      index -= text(index - 1) == "@" ? 2 : 1
    }
    return words
  }

  private static let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "open", "static", "class", "final", "lazy",
    "nonisolated", "override", "weak", "unowned", "dynamic", "(", ")", "unsafe", "set",
  ]

  /// The index after a statement: the first token on a line of its own that doesn't continue it.
  func statementEnd(from start: Int) -> Int {
    var index = start
    while index < code.count {
      if ends[index] < code.count { index = ends[index] }
      guard index + 1 < code.count, openers[index + 1] == openers[start] else { return index + 1 }
      let (last, next) = (code[index], code[index + 1])
      let isContinued =
        last.kind == .symbol && !last.endsOperand || next.kind == .symbol && !["@", "#"].contains(next.text)
      if [")", "]", "}", ";"].contains(next.text) || (next.line > last.line && !isContinued) {
        return index + 1
      }
      index += 1
    }
    return index
  }

  /// Whether the file declares what a name begins with, or for an implicit member a case or a static member.
  func declares(_ start: Token, or member: Token) -> Bool {
    start.text == "." ? members.contains(member.name) : declared.contains(start.name)
  }

  /// Whether `Current` is known to be the library's.
  var importsWorld: Bool {
    zip(code, code.dropFirst()).contains { $0.text == "import" && $1.text == "World" }
  }
  var declaresCurrent: Bool { declared.contains("Current") }

  /// The parentheses of the call that a use begins, or that follows it.
  func call(_ use: Range<Int>) -> Range<Int>? {
    let start =
      use.last { code[$0].text == "(" && ends[$0] >= use.upperBound }
      ?? (text(use.upperBound) == "(" ? use.upperBound : nil)
    return start.map { $0..<ends[$0] }
  }

  /// The brackets around a token, from the inner to the outer.
  func brackets(around index: Int) -> some Sequence<Int> {
    sequence(first: openers[index]) { $0 < 0 ? nil : openers[$0] }.prefix { $0 >= 0 }
  }

  /// The braces around a token, or the whole file.
  func block(around index: Int) -> Range<Int> {
    brackets(around: index).first { code[$0].text == "{" }.map { $0..<ends[$0] } ?? 0..<code.count
  }

  /// Whether a use of `Current` is where it may be, or is one of those that keep the world for later:
  /// `Current.wrap { … }`, `withWorld(Current.using(simulation))`, and `let world = Current` with `withWorld(world)`.
  func mayUseCurrent(at index: Int) -> Bool {
    if users.contains(where: { $0.contains(index) }) { return true }
    if text(index + 1) == ".", text(index + 2) == "wrap" { return true }
    let inner = brackets(around: index).prefix { code[$0].text != "{" }
    if inner.contains(where: { code[$0].text == "(" && text($0 - 1) == "withWorld" }) { return true }
    // `let world = Current`, `let world: World = simulation.map(Current.using) ?? Current`
    let statement = code[..<index].reversed().prefix { !["{", "}", ";", "let", "var"].contains($0.text) }
    let before = statement.map(\.name)
    guard let sign = before.firstIndex(of: "=") else { return false }
    let left = before[(sign + 1)...]
    return left.prefix(1).contains(where: worlds.contains)
      || left.starts(with: ["World", ":"]) && left.dropFirst(2).prefix(1).contains(where: worlds.contains)
  }

  /// Whether code at an index runs when a function is called, or a computed property is read.
  func isInFunction(_ index: Int, isScript: Bool) -> Bool {
    var top = index
    for opener in brackets(around: index) {
      // A macro's expression can't contain everything.
      if code[max(0, opener - 8)..<opener].contains(where: { $0.text == "#" }) { return false }
      if types[opener] != nil { break }
      top = opener
    }
    if top != index {
      for index in code[..<top].indices.reversed() where openers[index] == openers[top] {
        if ["func", "init", "subscript", "var"].contains(code[index].text) { return true }
        if ["=", "@", "}", ";"].contains(code[index].text) { break }
      }
    }
    return isScript && openers[top] < 0
  }
}
