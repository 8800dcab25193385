import World

/// A value is needed to build itself.
///
/// ```swift
/// do { try Current.stores.session() } catch let circle as CircularConstruction { print(circle.path) }
/// ```
///
/// It is found before anybody waits, on one thread or across several, and across tasks but detached ones; and thrown by
/// closures that can throw it. A closure that can't throw it has nothing to return, and traps with this text.
public struct CircularConstruction: Error, Sendable, Equatable, CustomStringConvertible {
  /// The names along the circle; the first is also the last.
  public var path: [String]

  /// A circle, such as `["Cart", "Prices", "Cart"]`.
  public init(path: [String]) { self.path = path }

  /// The path, and the way out.
  public var description: String {
    "\(path.joined(separator: " -> ")): the value is needed to build itself. To fix it: let one of them call the "
      + "other when it is used, not while it is built."
  }
}

extension CircularConstruction: ClassifiedError {
  package var kind: World.Issue.Kind { .cyclic }
  package var summary: String { path.joined(separator: " -> ") }
  package var fix: String { "let one of them call the other when it is used, not while it is built" }
}
