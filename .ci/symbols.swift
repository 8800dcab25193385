// Reads symbol graphs, and the documentation archive that is built from them.
//
//   swift .ci/symbols.swift api GRAPHS MODULE     prints the public API of a module, one declaration per line, sorted
//   swift .ci/symbols.swift check GRAPHS ARCHIVE  fails if a public symbol has no documentation comment, no page, or no
//                                                 topic group except an automatic one
import Foundation

struct SymbolGraph: Decodable {
  struct Module: Decodable { var name: String }
  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable { var identifier: String }
  struct Fragment: Decodable { var spelling: String }
  struct Constraint: Decodable {
    var kind: String
    var lhs: String
    var rhs: String
  }
  struct Extension: Decodable { var constraints: [Constraint]? }
  struct Availability: Decodable {
    var domain: String?
    var isUnconditionallyDeprecated: Bool?
    var isUnconditionallyUnavailable: Bool?
    var renamed: String?
  }
  struct Comment: Decodable { var lines: [Line] }
  struct Line: Decodable { var text: String }
  struct Location: Decodable { var uri: String }
  struct Symbol: Decodable {
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var docComment: Comment?
    var declarationFragments: [Fragment]?
    var swiftExtension: Extension?
    var availability: [Availability]?
    var location: Location?

    /// Whether the symbol is written in the sources. The compiler synthesizes `hash(into:)` and others.
    var isWritten: Bool { location != nil && kind.identifier != "swift.extension" }
    var path: String { pathComponents.joined(separator: ".") }
  }
  struct Relationship: Decodable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
    var swiftConstraints: [Constraint]?
  }
  var module: Module
  var symbols: [Symbol]
  var relationships: [Relationship]
}

/// A page of the archive.
struct Page: Decodable {
  struct Identifier: Decodable { var url: String }
  struct Metadata: Decodable { var externalID: String? }
  struct Section: Decodable {
    var generated: Bool?
    var identifiers: [String]
  }
  var identifier: Identifier
  var metadata: Metadata
  var topicSections: [Section]?
}

func decoded<T: Decodable>(_ type: T.Type, below folder: String, suffix: String) throws -> [T] {
  let paths = FileManager.default.subpaths(atPath: folder) ?? []
  return try paths.sorted().filter { $0.hasSuffix(suffix) }.map {
    try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)))
  }
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

func clause(_ constraints: [SymbolGraph.Constraint]?) -> String {
  let signs = ["conformance": ":", "superclass": ":", "sameType": " =="]
  let parts = (constraints ?? []).map { "\($0.lhs)\(signs[$0.kind] ?? " \($0.kind)") \($0.rhs)" }
  return parts.isEmpty ? "" : "  where " + parts.sorted().joined(separator: ", ")
}

/// Conformances that every type has without a declaration; the last one is of every `XCTestCase` on Linux.
let implied: Set = [
  "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "XCTest.XCTWaiterDelegate",
]

func api(of module: String, _ graphs: [SymbolGraph]) -> [String] {
  let names = Dictionary(graphs.flatMap(\.symbols).map { ($0.identifier.precise, $0.path) }) { first, _ in
    first
  }
  return graphs.filter { $0.module.name == module }.flatMap { graph in
    let declarations = graph.symbols.filter(\.isWritten).map { symbol in
      let written = (symbol.declarationFragments ?? []).map(\.spelling).joined()
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let availability = (symbol.availability ?? []).compactMap { one -> String? in
        if one.isUnconditionallyUnavailable == true { return "  unavailable" }
        guard one.isUnconditionallyDeprecated == true else { return nil }
        return "  deprecated" + (one.renamed.map { ", renamed \($0)" } ?? "")
      }
      return "\(symbol.path)  \(written)\(clause(symbol.swiftExtension?.constraints))\(availability.joined())"
    }
    let conformances = graph.relationships.compactMap { relation -> String? in
      guard ["conformsTo", "inheritsFrom"].contains(relation.kind), let type = names[relation.source] else {
        return nil
      }
      let target = names[relation.target] ?? relation.targetFallback ?? relation.target
      return implied.contains(target) ? nil : "\(type)  : \(target)\(clause(relation.swiftConstraints))"
    }
    return declarations + Set(conformances)
  }.sorted()
}

/// The faults of the documentation, one line per symbol.
func problems(_ graphs: [SymbolGraph], _ pages: [Page]) -> [String] {
  let symbols = graphs.flatMap { graph in graph.symbols.filter(\.isWritten).map { (graph.module.name, $0) } }
  if symbols.isEmpty { return ["no public symbol was found"] }
  var addresses: [String: String] = [:]
  for page in pages { if let id = page.metadata.externalID { addresses[id] = page.identifier.url } }
  let grouped = Set(
    pages.flatMap { $0.topicSections ?? [] }.filter { $0.generated != true }.flatMap(\.identifiers))
  return symbols.compactMap { module, symbol in
    let name = "\(module): \(symbol.path)"
    if symbol.docComment == nil { return "\(name) has no documentation comment" }
    guard let address = addresses[symbol.identifier.precise] else { return "\(name) has no page" }
    // For an enumeration's cases, the automatic group is good enough.
    if symbol.kind.identifier == "swift.enum.case" { return nil }
    return grouped.contains(address)
      ? nil : "\(name) is in no topic group, only in an automatic one: \(address)"
  }
}

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.dropFirst().first else { fail("usage: see the head of .ci/symbols.swift") }
let graphs = try decoded(SymbolGraph.self, below: folder, suffix: ".symbols.json")
switch (arguments.first, arguments.dropFirst(2).first) {
case ("api", let module?):
  for line in api(of: module, graphs) { print(line) }
case ("check", let archive?):
  let pages = try decoded(Page.self, below: archive + "/data/documentation", suffix: ".json")
  let problems = problems(graphs, pages)
  if !problems.isEmpty { fail(problems.joined(separator: "\n")) }
  print("\(graphs.map { $0.symbols.count(where: \.isWritten) }.reduce(0, +)) public symbols are documented")
default:
  fail("usage: see the head of .ci/symbols.swift")
}
