// SPDX-License-Identifier: MIT

/// A node of the syntax tree.
struct Node {
  enum Kind {
    case file
    /// A `struct`, `class`, `enum`, `actor`, `protocol` or `extension`.
    case type
    /// A function, an initializer, a deinitializer or a subscript.
    case function
    /// A `let` or `var`, except in conditions and patterns. Its initial value is an assignment.
    case variable
    /// The braces of a variable.
    case accessors
    /// `name = value`, from the equals sign on.
    case assignment
    /// A call, from its first bracket on. Its children are the arguments, including trailing closures.
    case call
    /// An argument or a parameter.
    case argument
    case closure
    /// The braces of a declaration or a statement.
    case block
    /// Other brackets.
    case brackets
  }

  var kind: Kind
  /// The name that is declared, called or assigned, such as `["Current", "payments", "charge"]`; the label of an argument;
  /// the only parameter of a closure.
  ///
  /// An empty name stands for a receiver without a name, as in `.world { … }`.
  var path: [Substring] = []
  /// The modifiers and attributes of a declaration.
  var modifiers: Set<String> = []
  /// The indices of its tokens.
  var range: Range<Int>
  var children: [Node] = []

  var isBuilder: Bool { kind == .type && path.last?.hasSuffix("Builder") == true }

  var isStatic: Bool { modifiers.contains("static") }

  /// Whether the code inside runs later, if at all.
  var isRunLater: Bool { [.function, .accessors, .closure].contains(kind) }

  /// All nodes inside it.
  var descendants: [Node] { children.flatMap { [$0] + $0.descendants } }
}
