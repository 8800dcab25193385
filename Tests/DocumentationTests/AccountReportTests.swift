import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The documents show what the test prints.
struct AccountReportTests {
  static let variable = "WORLD_TESTS_ACCOUNT"
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
    #expect(lines.count { $0.hasPrefix("<path ") } == 3)
    #expect(lines.count { $0.hasPrefix("<circle ") } >= 9)
    #expect(lines.count { $0.hasPrefix("<circle ") && $0.contains("firebrick") } == 1)
    #expect(lines.count { $0.contains("#expect(balance &gt;= 0)  (the test fails)") } == 1)
    #expect(XMLParser(data: Data(lines.joined(separator: "\n").utf8)).parse())
  }

  /// Of a debug build: an optimizer moves functions into their callers. Counters of coverage are at other lines.
  @Test(
    .enabled(if: !DocumentTests.isOptimized && instrumentationEnvironment["LLVM_PROFILE_FILE"] == nil),
    arguments: ["README.md", "Sources/WorldTesting/WorldTesting.docc/ExploringWorlds.md"]
  )
  func documentsShowWhatIsPrinted(document: String) throws {
    let (code, output) = try runTests(
      library: "swift-testing", [Self.variable: "1"], ["--filter", "DocumentationTests.AccountTests"])
    #expect(code != 0)
    let report = output.split(separator: "\n").drop { !$0.contains("Failed in") }
    let end = try #require(report.firstIndex { $0.contains("In one command:") })
    let text = try DocumentTests.text(of: document)
    #expect(report[...end].count > 9)
    for line in report[...end] { #expect(text.contains(line), "\(line)") }
  }
}
