import Foundation
import Testing

@testable import CheckWorld

/// The formats for programs.
struct ReportTests {
  private let shop: Shop
  private let report: Report

  init() throws {
    shop = try Shop([
      "Sources/Shop/a 100%,b:c.swift": "let é = (\"👍\", Date())\nUUID()  // check-world: allow it"
    ])
    var options = Options()
    options.isStrict = true
    report = Report(check: try Check(shop.package, options), workingFolder: shop.folder)
  }

  private let message =
    "'Date()' reads the machine's clock; take 'Current.date()' in a builder and pass it on, "
    + "or allow it: '// check-world: allow <reason>'"

  private let hint = "check-world: Shop: no entry point and no builders; '--rules direct' is for libraries"

  private func json(_ format: Report.Format) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(report.text(format).utf8))
    return try #require(object as? [String: Any])
  }

  @Test func textIsTheCompilers() throws {
    #expect(
      try report.text(.text) == """
        \(hint)
        Sources/Shop/a 100%,b:c.swift:1:19: error: \(message) [direct-date]
             1 direct-date
        check-world: 1 file, 1 finding, 1 allowed

        """)
  }

  @Test func jsonHasEveryField() throws {
    let expected: NSDictionary = [
      "files": 1, "allowed": 1, "inBaseline": 0, "fixed": 0, "totals": ["direct-date": 1],
      "findings": [
        [
          "path": "Sources/Shop/a 100%,b:c.swift", "line": 1, "column": 19, "severity": "error",
          "rule": "direct-date", "message": message,
        ] as [String: Any]
      ],
    ]
    #expect(try json(.json) as NSDictionary == expected)
  }

  @Test func jsonHasTheReplacement() throws {
    let shop = try Shop(["Sources/Shop/main.swift": "import World\nlet now = Date()"])
    let report = Report(check: try Check(shop.package, Options()), workingFolder: shop.folder)
    let object = try JSONSerialization.jsonObject(with: Data(report.text(.json).utf8)) as? [String: Any]
    let findings = try #require(object?["findings"] as? [[String: Any]])
    #expect(findings.map { $0["replacement"] as? String } == ["Current.date()"])
    #expect(findings.map { $0["severity"] as? String } == ["warning"])
  }

  /// What the schema of SARIF 2.1.0 requires, and the values that it allows.
  @Test func sarifHasWhatItsSchemaRequires() throws {
    let log = try json(.sarif)
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.contains("sarif-2.1.0") == true)
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    #expect(runs[0]["columnKind"] as? String == "utf16CodeUnits")
    let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "check-world")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let ids = rules.compactMap { $0["id"] as? String }
    #expect(ids == Rule.all.map(\.name))
    #expect(Set(ids).count == ids.count)
    for rule in rules {
      for key in ["shortDescription", "help"] {
        #expect(((rule[key] as? [String: Any])?["text"] as? String)?.isEmpty == false)
      }
    }
    let results = try #require(runs[0]["results"] as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["ruleId"] as? String == "direct-date")
    #expect(["none", "note", "warning", "error"].contains(results[0]["level"] as? String))
    #expect((results[0]["message"] as? [String: Any])?["text"] as? String == message)
    let locations = try #require(results[0]["locations"] as? [[String: Any]])
    let place = try #require(locations.first?["physicalLocation"] as? [String: Any])
    let artifact = try #require(place["artifactLocation"] as? [String: Any])
    // A reference to a URI has no spaces and no bare percent signs.
    #expect(artifact["uri"] as? String == "Sources/Shop/a%20100%25,b:c.swift")
    #expect(artifact["uriBaseId"] as? String == "%SRCROOT%")
    // In UTF-16 code units, of which é has one and the thumb two.
    #expect(place["region"] as? NSDictionary == ["startLine": 1, "startColumn": 16])
  }

  @Test func sarifOfFilesElsewhereIsAbsolute() throws {
    let report = Report(check: report.check, workingFolder: "/usr")
    let text = try report.text(.sarif)
    #expect(text.contains("\"uri\" : \"file://\(shop.folder)/Sources/Shop/a%20100%25,b:c.swift\""))
    #expect(!text.contains("%SRCROOT%"))
  }

  @Test func aFolderWhoseNameBeginsTheSameIsAnother() {
    #expect(Package.path(of: "/a/Shop/Cart.swift", below: "/a/Shop") == "Cart.swift")
    #expect(Package.path(of: "/a/ShopKit/Cart.swift", below: "/a/Shop") == "/a/ShopKit/Cart.swift")
  }

  @Test func githubsCommandsAreEscaped() throws {
    #expect(
      try report.text(.github) == """
        \(hint)
        ::error file=Sources/Shop/a 100%25%2Cb%3Ac.swift,line=1,col=19,title=direct-date::\(message)
             1 direct-date
        check-world: 1 file, 1 finding, 1 allowed

        """)
  }

  @Test func nothingFoundIsWellFormed() throws {
    let shop = try Shop(["Sources/Shop/a.swift": ""])
    let report = Report(check: try Check(shop.package, Options()), workingFolder: shop.folder)
    #expect(try report.text(.github) == "check-world: 1 file, 0 findings\n")
    for format in [Report.Format.json, .sarif] {
      let object = try JSONSerialization.jsonObject(with: Data(report.text(format).utf8)) as? [String: Any]
      let list = object?["findings"] ?? (object?["runs"] as? [[String: Any]])?.first?["results"]
      #expect((list as? [Any])?.isEmpty == true)
    }
  }
}
