import Foundation
import Testing
import WorldSimulation

/// Holds the documents against the sources: what they show compiles, what they link to is there.
@Suite
struct DocumentTests {
  static let documents = [
    "README.md", "Proposal.md", "CONTRIBUTING.md", "CHANGELOG.md", "Examples/Greeter/README.md",
    "Examples/Postcard/README.md",
  ]

  /// The repository's root: this file is two folders below it.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files of a folder that are built, below any depth.
  private static func sources(in folder: String) throws -> [CompiledSource] {
    let paths = try #require(FileManager.default.subpaths(atPath: root.appendingPathComponent(folder).path))
    return try paths.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
      .map { CompiledSource(try text(of: "\(folder)/\($0)")) }
  }

  @Test(arguments: [
    "README.md", "Proposal.md", "Sources/World/World.docc/SimulatingWorlds.md",
    "Sources/World/World.docc/TestingTime.md",
  ])
  func everySwiftSnippetIsCompiled(document: String) throws {
    let sources = try Self.sources(in: "Tests/DocumentationTests/Snippets") + Self.sources(in: "Examples")
    let blocks = try Markdown.blocks(of: "swift", in: Self.text(of: document), document: document)
    #expect(!blocks.isEmpty)
    for block in blocks {
      // A client beside World finds it by another path than one inside its repository.
      let text = block.text.replacingOccurrences(
        of: #".package(path: "../World")"#, with: #".package(name: "World", path: "../..")"#)
      #expect(
        sources.contains { $0.contains(text) },
        """
        \(block): this snippet stands in no compiled file. Put it into one of Tests/DocumentationTests/Snippets, \
        as it is:
        \(block.text)
        """)
    }
  }

  @Test(arguments: documents)
  func everyLinkIntoTheRepositoryLeadsSomewhere(document: String) throws {
    let folder = Self.root.appendingPathComponent(document).deletingLastPathComponent()
    for link in Markdown.links(in: try Self.text(of: document)) where !link.contains("://") {
      let path = String(link.prefix { $0 != "#" })
      let target = folder.appendingPathComponent(path).path
      #expect(path.isEmpty || FileManager.default.fileExists(atPath: target), "\(document) links to \(link)")
    }
  }

  /// The articles' tables promise a test a row, as `` `Suite.test` ``.
  @Test(arguments: ["ComingFrom", "Scopes", "ThreadSafety"])
  func everyRowNamesATestThatIsThere(article: String) throws {
    let rows = try Self.text(of: "Sources/World/World.docc/\(article).md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.hasSuffix("| the test |") }
    let tests = try Self.testSources()
    #expect(rows.count > 10)
    for row in rows {
      let name = row.split(separator: "`").last { $0.contains("Tests.") }.map(String.init) ?? ""
      let parts = name.split(separator: ".")
      let isThere =
        parts.count == 2
        && tests.contains { source in
          source.contains("struct \(parts[0]) {") && source.contains("@Test")
            && source.contains("func \(parts[1])(")
        }
      #expect(isThere, "\(article): no such test as \(name), in the row \(row)")
    }
  }

  private static func testSources() throws -> [String] {
    let paths = try #require(FileManager.default.subpaths(atPath: root.appendingPathComponent("Tests").path))
    return try paths.filter { $0.hasSuffix(".swift") }.map { try text(of: "Tests/\($0)") }
  }
}
