import Foundation
import Testing

/// The README points into builders by line.
struct ReadmeTests {
  @Test func linesThatTheReadmePointsAtAreBuilders() throws {
    let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let readme = try String(contentsOf: package.appendingPathComponent("README.md"), encoding: .utf8)
    let links = readme.matches(of: /\]\((Sources\/BdumTish\/Builders\/\w+\.swift)#L(\d+)-L(\d+)\)/)
    #expect(links.count == 1)
    for link in links {
      let source = try String(
        contentsOf: package.appendingPathComponent(String(link.output.1)), encoding: .utf8)
      let lines = source.components(separatedBy: "\n")
      let (first, last) = (try #require(Int(link.output.2)), try #require(Int(link.output.3)))
      #expect(lines[first - 1].hasPrefix("enum ") && lines[first - 1].contains("Builder {"))
      #expect(lines[last - 1] == "}")
      #expect(lines[first - 1..<last].contains { $0.contains("static func build(") })
    }
  }
}
