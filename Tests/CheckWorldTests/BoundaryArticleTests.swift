import Foundation
import TestSupport
import Testing

@testable import CheckWorld

/// What the article shows is what the command does.
@Suite(.enabled(if: LongTests.areEnabled, "LONG_TESTS isn't set."))
struct BoundaryArticleTests {
  private static let article: String = {
    let path = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/World/World.docc/CheckingTheBoundary.md").path
    return (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }()

  /// The lines between two comments of the article.
  private func section(_ name: String) throws -> String {
    let parts = Self.article.components(separatedBy: "<!-- \(name) -->\n")
    return try #require(parts.dropFirst().first?.components(separatedBy: "<!-- /\(name) -->").first)
  }

  @Test func theOutputIsReal() throws {
    let shop = try Shop([
      "Sources/Shop/Cart.swift": """
      import Foundation
      import World

      struct Cart {
        var openedAt: Date

        var age: TimeInterval { Date().timeIntervalSince(openedAt) }

        /// Not `Date()`, and so testable.
        func close() {
          Current.analytics.track("closed", [:])
        }
      }
      """,
      "Sources/Shop/CartBuilder.swift": "func makeCart() -> Cart { Cart(openedAt: Current.date()) }",
    ])
    let report = Report(check: try Check(shop.package, Options()), workingFolder: shop.folder)
    #expect(try section("check-world") == "```\n\(report.text(.text))```\n")
  }

  @Test func wrappersAreSeenThrough() throws {
    let source = try section("wrappers").split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let shop = try Shop(["Sources/Shop/Cart.swift": source.joined(separator: "\n")])
    let lines = source.enumerated().filter { $1.hasSuffix("// found") }.map { $0.offset + 1 }
    #expect(lines.count == 1)
    #expect(try Check(shop.package, Options()).findings.map(\.line) == lines)
  }

  /// Each rule has a row, with the first form that it finds.
  @Test func theRulesAreAll() throws {
    let rows = Rule.all.map { rule in
      let forms = rule.patterns.prefix(1).map { "`\($0.form)`" }
      let found = forms + (rule.patterns.count > 1 ? ["…"] : [])
      let subject =
        found.isEmpty ? "\(rule.subject.replacing("'", with: "`")) " : found.joined(separator: ", ") + ": "
      return "| `\(rule.name)` | \(subject)\(rule.effect) |"
    }
    let head = "| rule | what it finds |\n| --- | --- |\n"
    #expect(try section("rules") == head + rows.joined(separator: "\n") + "\n")
  }
}
