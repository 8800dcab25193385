import Foundation
import TestSupport
import Testing
import WorldSimulation

/// Holds the documents against the sources: what they show compiles, what they link to is there.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct DocumentTests {
  static let documents = [
    "README.md", "Proposal.md", "CONTRIBUTING.md", "CHANGELOG.md", "Examples/Greeter/README.md",
    "Examples/Postcard/README.md", "Examples/Services/README.md", "Examples/Migration/README.md",
    "Examples/Server/README.md", "Examples/Exploration/README.md",
    "Examples/FromDependencies/README.md", "Benchmarks/README.md", "Tests/README.md",
    "SECURITY.md", "CODE_OF_CONDUCT.md",
  ]

  /// The repository's root: this file is two folders below it.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift files that are built and may show what a document does.
  private static let compiledSources = Result {
    try ["Tests/DocumentationTests/Snippets", "Examples"].flatMap { folder in
      try subpaths(of: folder).filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }
        .map { CompiledSource(try text(of: "\(folder)/\($0)")) }
    }
  }

  /// The pages of the documentation catalogs.
  static let articles = subpaths(of: "Sources").filter { $0.hasSuffix(".md") }.map { "Sources/\($0)" }

  static let isOptimized: Bool = {
    #if DEBUG
      false
    #else
      true
    #endif
  }()

  static func subpaths(of folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: root.appendingPathComponent(folder).path) ?? []).sorted()
  }

  @Test func thereAreArticles() {
    #expect(Self.articles.contains("Sources/World/World.docc/GettingStarted.md"))
  }

  /// A snippet stands in a file of `Snippets` or `Examples`, as it is. One that begins with an import may instead be a
  /// file by itself, which has the errors that its comments name, or none.
  @Test(arguments: ["README.md", "Proposal.md"] + articles)
  func everySwiftSnippetIsCompiled(document: String) throws {
    let sources = try Self.compiledSources.get()
    for block in try Markdown.blocks(of: "swift", in: Self.text(of: document), document: document) {
      // A client beside World finds it by another path than one inside its repository.
      let text = block.text.replacingOccurrences(
        of: #".package(path: "../World")"#, with: #".package(name: "World", path: "../..")"#)
      // A manifest that gets more targets later ends before them.
      if text.hasPrefix("// swift-tools-version"), text.hasSuffix("\n  ]\n)"),
        sources.contains(where: { $0.contains(String(text.dropLast(6))) })
      {
        continue
      }
      if sources.contains(where: { $0.contains(text) }) { continue }
      guard text.hasPrefix("import ") else {
        Issue.record(
          """
          \(block): this snippet stands in no compiled file. Put it into one of Tests/DocumentationTests/Snippets, \
          as it is:
          \(block.text)
          """)
        continue
      }
      let errors = try Compiler.errors(
        in: text, flags: text.contains(Self.isolated) ? ["-default-isolation", "MainActor"] : [])
      let (messages, expected) = (errors.map(Self.message), Self.expectedErrors(in: text))
      // One mistake may have several messages; the article shows the first.
      #expect(
        messages.isEmpty == expected.isEmpty && Set(messages).isSuperset(of: expected),
        "\(block): \(messages)")
    }
  }

  /// The article shows each file of the example whole, so that a reader can copy the package.
  @Test(arguments: [
    "Sources/Greeter/Visitor.swift", "Sources/Greeter/GreetingViewModel.swift",
    "Sources/Greeter/GreetingBuilder.swift", "Sources/greet/Greet.swift",
    "Tests/GreeterTests/GreetingTests.swift", "Tests/GreeterTests/GuestBookTests.swift",
  ])
  func gettingStartedIsWhole(file: String) throws {
    let article = try Self.text(of: "Sources/World/World.docc/GettingStarted.md")
    let blocks = try Markdown.blocks(of: "swift", in: article, document: "GettingStarted.md").map(\.text)
    #expect(blocks.contains(try Self.text(of: "Examples/Greeter/\(file)").trimmingCharacters(in: .newlines)))
  }

  private static let isolated = "// the main actor is the default isolation"

  /// What stands after `// error: ` at the ends of lines.
  private static func expectedErrors(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      line.range(of: "// error: ").map { String(line[$0.upperBound...]) }
    }
  }

  /// An error's message, without its place and its group.
  private static func message(of error: String) -> String {
    let text = error.range(of: ": error: ").map { String(error[$0.upperBound...]) } ?? error
    let message = text.range(of: " [#").map { String(text[..<$0.lowerBound]) } ?? text
    return message.trimmingCharacters(in: .whitespaces)
  }

  /// The first cells of this article's tables quote what World says, with `…` for what differs.
  @Test func everyQuotedMessageIsInASource() throws {
    let sources = try ["Sources", "Tests"].flatMap { folder in
      try Self.subpaths(of: folder).filter { $0.hasSuffix(".swift") }
        .map { try Self.text(of: "\(folder)/\($0)") }
    }
    let article = try Self.text(of: "Sources/World/World.docc/CommonMistakes.md")
    let quoted = Markdown.rows(in: article).compactMap(\.first).filter { $0 != "what you see" }
    #expect(quoted.count > 10)
    for part in quoted.flatMap({ $0.split(separator: "…") }) {
      let text = part.trimmingCharacters(in: [" ", ",", ":"])
      #expect(sources.contains { $0.contains(text) }, "nothing says: \(text)")
    }
  }

  /// A table with the column *the test* names a test of each row, as `` `Suite.test` ``.
  @Test func everyRowNamesATestThatIsThere() throws {
    let document = "Tests/README.md"
    let rows = try Markdown.rows(in: Self.text(of: document)).filter { $0.last != "the test" }
    let files = try Self.testDeclarations()
    #expect(rows.count > 10)
    for row in rows {
      let parts = (row.last ?? "").trimmingCharacters(in: ["`"]).split(separator: ".")
      let isThere =
        parts.count == 2
        && files.contains { declared in
          let isSuite = declared.contains("struct \(parts[0])") && declared.contains("@Test")
          return (isSuite || declared.contains("class \(parts[0]) WorldTestCase"))
            && declared.contains("func \(parts[1])")
        }
      #expect(isThere, "\(document): no such test, in the row \(row)")
    }
  }

  /// What the tables of these articles say has a test: the rows of the tables in `Tests/README.md` begin as theirs do.
  @Test func everyRowHasATest() throws {
    let articles = [
      "World.docc/Scopes", "World.docc/Services", "World.docc/ThreadSafety",
      "WorldTesting.docc/DeterministicTests", "WorldTesting.docc/TestingOtherPackages",
      "WorldTesting.docc/Replaying", "World.docc/CommonMistakes", "World.docc/ComingFrom",
    ]
    let promised = try articles.flatMap { article in
      let module = article.prefix { $0 != "." }
      return try Markdown.rows(in: Self.text(of: "Sources/\(module)/\(article).md")).compactMap(\.first)
    }
    #expect(promised.count > 100)
    #expect(try Markdown.rows(in: Self.text(of: "Tests/README.md")).compactMap(\.first) == promised)
  }

  /// What each file of tests declares: `struct Suite`, `class Suite WorldTestCase`, `func test`, `@Test`.
  private static func testDeclarations() throws -> [Set<String>] {
    let files =
      subpaths(of: "Tests").map { "Tests/\($0)" }
      + subpaths(of: "Examples/Server/Tests").map { "Examples/Server/Tests/\($0)" }
    return try files.filter { $0.hasSuffix(".swift") }.map { file in
      var declared: Set<String> = []
      for line in try text(of: file).utf8.split(separator: UInt8(ascii: "\n")) {
        let words = line.split { " (:{".utf8.contains($0) }.map { String($0) ?? "" }
        if words.first?.hasPrefix("@Test") == true { declared.insert("@Test") }
        guard let kind = words.firstIndex(where: { ["struct", "class", "func"].contains($0) }) else {
          continue
        }
        let count = words[kind] == "class" ? 3 : 2
        declared.insert(words[kind...].prefix(count).joined(separator: " "))
      }
      return declared
    }
  }
}
