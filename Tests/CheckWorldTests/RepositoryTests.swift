import Foundation
import TestSupport
import Testing

@testable import CheckWorld

/// World, Bdum Tish and this tool obey what the tool asks of others.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct RepositoryTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private static func package() throws -> Package {
    let folder = root + "/Sources"
    let targets = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
      let sources = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(name)")
      return Package.Target(
        name: name, folder: "\(folder)/\(name)",
        sources: sources.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\(name)/\($0)" })
    }
    return Package(folder: root, targets: targets)
  }

  @Test func itsSourcesPass() throws {
    let check = try Check(Self.package(), Options())
    #expect(Report(check: check, workingFolder: Self.root).lines == [])
    #expect(check.fileCount > 100)
    // The live world is made somewhere.
    #expect(check.waivedCount > 0)
  }

  /// In the builders, the services and the entry point of the demo, and nowhere else.
  @Test func bdumTishUsesCurrentWhereItMay() throws {
    let sources = try Self.package().sources.filter { $0.target == "BdumTish" }
    let users = try sources.filter { source in
      let text = try String(contentsOfFile: "\(Self.root)/\(source.path)", encoding: .utf8)
      let file = SyntaxTree(Lexer(text).tokens)
      return file.code.indices.contains { CurrentRule.isUse($0, in: file) }
    }
    #expect(Set(users.map { $0.pathInTarget.prefix { $0 != "/" } }) == ["App", "Builders", "Services"])
  }
}
