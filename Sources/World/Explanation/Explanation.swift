extension World {
  /// Why a world has the values that it has: for each dependency where its value came from, and which service was
  /// built from which.
  ///
  /// ```swift
  /// print(Current.explain())
  /// ```
  ///
  /// ```
  /// date       simulation --date 2024-02-29T23:59:59Z --clock frozen
  /// calendar   derived from timezone and locale
  /// analytics  bootstrap at Shop/App.swift:12
  /// Payments   live, built from Ledger
  /// ```
  public struct Explanation: Sendable, Equatable, Codable, CustomStringConvertible {
    /// One dependency's explanation.
    public struct Entry: Sendable, Equatable, Codable {
      /// The dependency's name: `date`, or a service's type.
      public var name: String
      /// Where its value came from.
      public var origin: Origin
      /// The services that this one read while it was built, by name. Of one that was assigned nothing is known.
      public var builtFrom: [String]
    }

    /// The built-in dependencies, then the services that were assigned or built, by name.
    public var entries: [Entry]

    /// The explanation of a dependency.
    public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

    /// A table for people, a line a dependency.
    public var description: String {
      Table(
        entries.map { entry in
          let sources =
            entry.builtFrom.isEmpty ? "" : ", built from \(entry.builtFrom.joined(separator: ", "))"
          return [entry.name, "\(entry.origin)\(sources)"]
        }
      ).description
    }

    // MARK: As a graph

    /// Which service was built from which, for Mermaid. Services without any such relation aren't in it.
    public var mermaid: String {
      let ids = Dictionary(zip(nodes, nodes.indices.map { "n\($0)" })) { first, _ in first }
      let boxes = nodes.map { "  \(ids[$0, default: $0])[\"\($0)\"]\n" }
      let arrows = edges.map { "  \(ids[$0.from, default: $0.from]) --> \(ids[$0.to, default: $0.to])\n" }
      return "graph LR\n" + boxes.joined() + arrows.joined()
    }

    /// The same for Graphviz.
    public var dot: String {
      let boxes = nodes.map { "  \"\($0)\";\n" }
      let arrows = edges.map { "  \"\($0.from)\" -> \"\($0.to)\";\n" }
      return "digraph World {\n" + boxes.joined() + arrows.joined() + "}\n"
    }

    private var edges: [(from: String, to: String)] {
      entries.flatMap { entry in entry.builtFrom.map { (entry.name, $0) } }
    }

    /// The services that were built, or that others were built from.
    private var nodes: [String] {
      Set(edges.flatMap { [$0.from, $0.to] }).sorted()
    }
  }
}
