import Foundation
import Testing

/// The documents are read where the repository is hosted, and the articles in a documentation archive, too, for which
/// `.ci/documentation` translates the links between them.
struct LinkTests {
  private static let documents = DocumentTests.documents + DocumentTests.articles

  @Test(arguments: documents)
  func everyLinkIntoTheRepositoryLeadsSomewhere(document: String) throws {
    let folder = DocumentTests.root.appendingPathComponent(document).deletingLastPathComponent()
    let text = Markdown.prose(in: try DocumentTests.text(of: document)).replacing(/`[^`\n]*`/, with: "")
    for link in Markdown.links(in: text) where !link.contains("://") {
      let parts = link.split(separator: "#", omittingEmptySubsequences: false)
      let target =
        parts[0].isEmpty
        ? DocumentTests.root.appendingPathComponent(document)
        : folder.appendingPathComponent(String(parts[0]))
      #expect(FileManager.default.fileExists(atPath: target.path), "\(document) links to \(link)")
      guard parts.count > 1, target.pathExtension == "md" else { continue }
      let anchors = Markdown.anchors(in: try String(contentsOf: target, encoding: .utf8))
      #expect(anchors.contains(String(parts[1])), "\(document) links to \(link)")
    }
  }

  /// A link of DocC's leads nowhere on a hosting site, and one to a symbol shows its path and its hash. Those are in the
  /// topic groups, which list symbols.
  @Test(arguments: DocumentTests.articles)
  func whatOnlyDocCReadsIsInTopicGroups(article: String) throws {
    let text = Markdown.prose(in: try DocumentTests.text(of: article))
    #expect(!text.contains(/[<(]doc:/))
    let symbols = text.prefix(upTo: text.range(of: "\n## Topics")?.lowerBound ?? text.endIndex)
      .split(separator: "\n").dropFirst().flatMap { $0.matches(of: /``([^`]+)``/) }
    for symbol in symbols { #expect(symbol.output.1.wholeMatch(of: /\w+/) != nil, "\(symbol.output.0)") }
  }
}
