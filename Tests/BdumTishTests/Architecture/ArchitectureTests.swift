import Foundation
import TestSupport
import Testing

@testable import CheckWorld

/// The app is in layers. (`check-world` finds uses of `Current` outside of `App`, `Builders` and `Services`.)
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct ArchitectureTests {
  @Test func viewModelsAndTerminalNeverHearOfWorld() throws {
    let hearers = try Source.all().filter { $0.words.contains { $0.hasPrefix("World") } }
    #expect(hearers.filter { ["Languages", "ViewModels", "Terminal"].contains($0.folder) } == [])
    #expect(hearers.contains { $0.folder == "Services" })
  }

  /// `World`, and the modules whose names begin so.
  @Test(arguments: ["import World", "import WorldSimulation", "@testable import struct WorldMocks.Recorder"])
  func importOfAModuleIsHeard(line: String) {
    let source = Source(folder: "Terminal", name: "File.swift", text: line)
    #expect(source.words.contains { $0.hasPrefix("World") })
  }

  /// A builder builds view models, and a view model is shown by somebody else: neither names a type of the program's or a view.
  @Test(arguments: ["Builders", "Services", "ViewModels", "Languages"])
  func knowsNeitherTheProgramNorViews(folder: String) throws {
    let sources = try Source.all()
    let outer = Set(
      sources.filter { ["App", "CommandLine", "Terminal"].contains($0.folder) }.flatMap(\.types))
    #expect(outer.isSuperset(of: ["Launch", "Ink", "FilmScreen"]))
    #expect(sources.filter { $0.folder == folder && !outer.isDisjoint(with: $0.words) } == [])
  }

  @Test(arguments: ["App", "Builders", "CommandLine", "Languages", "Services", "Terminal", "ViewModels"])
  func folderIsScanned(folder: String) throws {
    #expect(try Source.all().contains { $0.folder == folder })
  }

  @Test func thereAreNoOtherFolders() throws {
    let folders = try Set(Source.all().map(\.folder))
    #expect(folders == ["App", "Builders", "CommandLine", "Languages", "Services", "Terminal", "ViewModels"])
  }

  @Test func filesAreShort() throws {
    #expect(try Source.all().filter { $0.text.split(separator: "\n").count > 250 } == [])
  }
}

/// A source of the app.
private struct Source: Equatable, CustomStringConvertible {
  /// The folder directly below the target's.
  var folder: String
  var name: String
  var text: String

  var description: String { "\(folder)/…/\(name)" }

  /// The words of its code, without comments and texts.
  var words: [Substring] { Lexer(text).tokens.filter(\.isWord).map(\.name) }

  /// The types that it declares outside of others.
  var types: [Substring] {
    text.matches(of: /(?m)^(?:struct|enum|final class) (\w+)/).map(\.output.1)
  }

  static func all(testFile: String = #filePath) throws -> [Source] {
    let package = (0..<4).reduce(URL(fileURLWithPath: testFile)) { url, _ in url.deletingLastPathComponent() }
    let target = package.appendingPathComponent("Sources/BdumTish")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: target.path)
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let url = target.appendingPathComponent(path)
      return Source(
        folder: String(path.prefix { $0 != "/" }), name: url.lastPathComponent,
        text: try String(contentsOf: url, encoding: .utf8))
    }
  }
}
