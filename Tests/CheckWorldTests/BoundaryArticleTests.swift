import Foundation
import Testing

@testable import CheckWorld

struct BoundaryArticleTests {
  /// What the article shows is printed for such a package.
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
      "Sources/Shop/CartBuilder.swift": "let cart = Cart(openedAt: Current.date())",
    ])
    let report = Report(check: try Check(shop.package, Options()), workingFolder: shop.folder)
    let article = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/World/World.docc/CheckingTheBoundary.md")
    let shown = try String(contentsOf: article, encoding: .utf8).split(separator: "check-world -->")
    #expect(
      shown.contains {
        $0.contains("```\n" + (report.lines + [report.summary]).joined(separator: "\n") + "\n```")
      })
  }
}
