#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The picture of the demo in the README, held against the demo.
  @Suite
  struct ShowcaseTests {
    @Test func theDemoPrintsWhatTheReadmeShows() throws {
      let readme = try String(
        contentsOf: DocumentTests.root.appendingPathComponent("README.md"), encoding: .utf8)
      let blocks = try Markdown.blocks(of: "", in: readme, document: "README.md").map(\.text)
      let start = "swift run bdum-tish "
      let command = try #require(blocks.first { $0.hasPrefix(start) && !$0.contains("\n") })
      let picture = try #require(readme.split(separator: "<!-- demo -->").dropFirst().first)
        .split(separator: "<!-- /demo -->")[0]
      let shown = try #require(Markdown.blocks(of: "", in: String(picture), document: "README.md").first)

      let printed = try run(command.dropFirst(start.count).split(separator: " ").map(String.init))
      #expect(printed == shown.text + "\n", "README.md shows another output of: \(command)")
    }

    /// Runs the demo that was built beside these tests, in a home of its own.
    private func run(_ arguments: [String]) throws -> String {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: home) }
      let demo = Process()
      demo.executableURL = builtProgram("bdum-tish")
      demo.arguments = arguments
      demo.environment = ["HOME": home.path, "XDG_CONFIG_HOME": home.path]
        .merging(coverageEnvironment) { given, _ in given }
      let result = try demo.result()
      #expect(result.code == 0)
      return result.output
    }
  }
#endif
