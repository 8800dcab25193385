import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The documents show what exploring tests print.
struct ReportTests {
  static let variable = "WORLD_TESTS_REPORTS"
  static var isOwnProcess: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  @Test func thePictureIsAnAttachment() throws {
    let folder = TemporaryFolder()
    _ = try runTests(
      library: "swift-testing", [Self.variable: "1"],
      ["--filter", "DocumentationTests.AccountTests", "--attachments-path", folder.path])
    let name = "nobodyOverdraws() steps.svg"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    let lines = try folder.lines(of: name)
    // A line for each task; a circle for each row, of which one is a switch.
    #expect(lines.count { $0.hasPrefix("<path ") && $0.contains("gray") } == 3)
    #expect(lines.contains("<title>nobodyOverdraws()</title>"))
    #expect(lines.count { $0.contains(">w2:") } == 1)
    if Self.hasLines { #expect(lines.count { $0.hasSuffix(">task 3: Account.withdraw</text>") } == 1) }
    #expect(lines.count { $0.hasPrefix("<circle ") } >= 9)
    #expect(lines.count { $0.hasPrefix("<circle ") && $0.contains("firebrick") } == 1)
    #expect(lines.count { $0.contains("#expect(balance &gt;= 0)  (the test fails)") } == 1)
    #expect(XMLParser(data: Data(lines.joined(separator: "\n").utf8)).parse())
  }

  /// Of a debug build: an optimizer moves functions into their callers. Counters of coverage are at other lines.
  static let hasLines =
    !DocumentTests.isOptimized && instrumentationEnvironment["LLVM_PROFILE_FILE"] == nil

  @Test(.enabled(if: ReportTests.hasLines)) func anArticleShowsAWholeReport() throws {
    let report = try report(of: "AccountTests")
    let text = try DocumentTests.text(of: "Sources/WorldTesting/WorldTesting.docc/ExploringWorlds.md")
    #expect(report.count > 9)
    for line in report { #expect(text.contains(line), "\(line)") }
  }

  @Test(
    .enabled(if: ReportTests.hasLines),
    arguments: [
      ("README.md", "AccountTests"), ("Sources/World/World.docc/GettingStarted.md", "GuestBookTests"),
    ])
  func aDocumentShowsFiveLines(document: String, suite: String) throws {
    let blocks = try Markdown.blocks(of: "", in: DocumentTests.text(of: document), document: document)
    let shown = try #require(blocks.first { $0.text.contains("The smallest difference") }).text
    let report = try report(of: suite)
    let lines = shown.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines { #expect(report.contains(line), "\(line)") }
  }

  /// The lines of the report of a suite's test, which fails.
  private func report(of suite: String) throws -> ArraySlice<Substring> {
    let (code, output) = try runTests(
      library: "swift-testing", [Self.variable: "1", "SWIFT_DETERMINISTIC_HASHING": "0", "NO_COLOR": "1"],
      ["--filter", "DocumentationTests.\(suite)"])
    #expect(code != 0)
    let report = output.split(separator: "\n").drop { !$0.contains("Failed in") }
    let end = try #require(report.firstIndex { $0.contains("In one command:") })
    return report[...end]
  }
}
