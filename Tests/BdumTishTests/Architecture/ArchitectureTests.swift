import Foundation
import Testing

/// The boundary of the pattern: builders, and no further.
struct ArchitectureTests {
  @Test func onlyAppAndBuildersNameCurrent() throws {
    let readers = try files(naming: "Current")
    #expect(readers.filter { !["App", "Builders"].contains($0.folder) } == [])
    #expect(Set(readers.map(\.folder)) == ["App", "Builders"])
  }

  @Test func viewModelsAndTerminalNeverHearOfWorld() throws {
    let hearers = try files(naming: "World")
    #expect(hearers.filter { ["ViewModels", "Terminal"].contains($0.folder) } == [])
    #expect(hearers.contains { $0.folder == "Services" })
  }

  @Test(arguments: ["App", "Builders", "ViewModels", "Services", "Terminal"])
  func folderIsScanned(folder: String) throws {
    #expect(try Source.all().contains { $0.folder == folder })
  }

  @Test func thereAreNoOtherFolders() throws {
    let folders = try Set(Source.all().map(\.folder))
    #expect(folders == ["App", "Builders", "ViewModels", "Services", "Terminal"])
  }

  @Test func filesAreShort() throws {
    #expect(try Source.all().filter { $0.text.split(separator: "\n").count > 250 } == [])
  }

  /// What differs between hosts must come out of the world.
  @Test(arguments: ["Date", "UUID", "SystemRandomNumberGenerator"])
  func nothingIsTakenFromTheHost(type: String) throws {
    let calls = try Source.all().filter { $0.text.contains("\(type)()") }
    #expect(calls == [])
  }

  private func files(naming name: Substring) throws -> [Source] {
    try Source.all().filter { SwiftCode($0.text).identifiers.contains(name) }
  }
}

/// A source of the app.
private struct Source: Equatable, CustomStringConvertible {
  /// The folder directly below the target's.
  var folder: String
  var name: String
  var text: String

  var description: String { "\(folder)/…/\(name)" }

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
