import Testing

@testable import CheckWorld

/// What a file's parts are, and what is inside which.
struct SyntaxTreeTests {
  /// A node with its names, and its children in parentheses.
  private func text(_ node: Node) -> String {
    let head = ([node.kind == .file ? "" : "\(node.kind)"] + [node.path.joined(separator: ".")]).filter {
      !$0.isEmpty
    }
    let children = node.children.map(text).joined(separator: ", ")
    return head.joined(separator: " ") + (children.isEmpty ? "" : head.isEmpty ? children : "(\(children))")
  }

  private func tree(_ source: String) -> String { text(SyntaxTree(Lexer(source).tokens).root) }

  @Test(arguments: [
    ("struct A<B>: C where B: D { }", "type A(block)"), ("extension A.B { }", "type B(block)"),
    ("class A { class func f() {} }", "type A(block(function f(call f, block)))"),
    ("func f()\n  where A == B\n{ }\nlet x = 1", "function f(call f, block), variable x(assignment x)"),
    ("init(a b: C = d) { }", "function init(call init(argument b(assignment C)), block)"),
    ("deinit { f() }", "function deinit(block(call f))"),
    ("let a = b\n  .c()\nlet d: E", "variable a(assignment a(call b.c)), variable d"),
    ("var a: B { c }", "variable a(accessors)"),
    ("var a = 1 { didSet { } }", "variable a(assignment a(closure(call didSet(argument(closure)))))"),
    ("var a: [B] { didSet { } }", "variable a(brackets, accessors(call didSet(argument(closure))))"),
    ("a.class", ""), ("import func A.b", ""),
    ("let (a, b) = c", "variable(call let(argument, argument), assignment)"),
  ])
  func declarations(source: String, expected: String) {
    #expect(tree(source) == expected)
  }

  @Test(arguments: [
    ("a.b = c", "assignment a.b"),
    ("$0[Payments.self].charge = c", "brackets, assignment $0.payments.charge"),
    ("f(a, b: { c })", "call f(argument, argument b(closure))"), ("World.init(a)", "call World(argument)"),
    ("f { a } b: { c }", "call f(argument(closure), argument b(closure))"),
    ("f(a) { b in c }\ng()", "call f(argument, argument(closure b)), call g"),
    (".world { a }", "call .world(argument(closure))"),
    ("f().with { a }", "call f, call .with(argument(closure))"),
    ("#Predicate<A> { b }", "call #.Predicate(argument(closure))"), ("(a, b)", "brackets"),
    ("{ [a = b] in c }", "closure(brackets(assignment a))"), ("return { a }", "closure"),
    ("a ? b : { c }", "closure"), ("[f { a }: 1]", "brackets(call f(argument(closure)))"),
  ])
  func expressions(source: String, expected: String) {
    #expect(tree(source) == expected)
  }

  @Test(arguments: [
    ("if a { b } else { c }", "block, block"), ("if let a = b.c { d }", "assignment a, block"),
    ("guard f(a) else { b }", "call f(argument), block"), ("for a in f { b }", "block"),
    ("do { a } catch { b }", "block, block"), ("switch a { case .b: c = d }", "block(assignment c)"),
    ("while f({ a }) { b }", "call f(argument(closure)), block"),
    ("f(for: a) { b }", "call f(argument for, argument(closure))"),
    ("repeat { a } while b\nf { c }", "block, call f(argument(closure))"),
    ("let a = if b { c } else { d }", "variable a(assignment a(block, block))"),
  ])
  func statements(source: String, expected: String) {
    #expect(tree(source) == expected)
  }

  @Test(arguments: [
    "(", ")", "{", "}", "f(", "f {", "let", "var a", "=", "a =", "func", "struct A", "extension", "[", "a[",
    "@", "$0.", "case", "in",
  ])
  func brokenCodeHasATree(source: String) {
    for text in [source, source + source, source + " Current", "let a = " + source, "f { " + source] {
      let tree = SyntaxTree(Lexer(text).tokens)
      #expect(
        tree.root.descendants.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= tree.code.count })
    }
  }

  /// As many as the compiler takes. What is deeper has no part of its own.
  @Test(arguments: [10, 256, 100_000])
  func bracketsMayBeDeep(count: Int) {
    let source = String(repeating: "[", count: count) + String(repeating: "]", count: count)
    #expect(SyntaxTree(Lexer(source).tokens).root.descendants.count == min(count, 256))
  }
}
