// SPDX-License-Identifier: MIT

/// A part of a file that rules ask about, with the parts inside it.
struct Node {
  enum Kind {
    case file
    /// A `struct`, `class`, `enum`, `actor`, `protocol` or `extension`.
    case type
    /// A function, an initializer, a deinitializer or a subscript.
    case function
    /// A `let` or `var`, except in conditions and patterns. Its value is an assignment.
    case variable
    /// The braces of a variable.
    case accessors
    /// `name = value`, from the sign on.
    case assignment
    /// A call from its first bracket on. Its arguments are inside, trailing closures too.
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
  /// What is declared, called or assigned, `["Current", "payments", "charge"]`; of an argument the label, of a closure its
  /// only parameter.
  ///
  /// In place of a receiver that has no name, as in `.world { … }`, stands an empty name.
  var path: [Substring] = []
  /// The modifiers and attributes of a declaration.
  var modifiers: Set<String> = []
  /// Its tokens.
  var range: Range<Int>
  var children: [Node] = []

  var isBuilder: Bool { kind == .type && path.last?.hasSuffix("Builder") == true }

  var isStatic: Bool { modifiers.contains("static") }

  /// Whether code in it runs later, if at all.
  var isRunLater: Bool { [.function, .accessors, .closure].contains(kind) }

  /// All parts inside it.
  var descendants: [Node] { children.flatMap { [$0] + $0.descendants } }
}
