import Foundation
import Testing

@testable import CheckWorld

/// The lines of `Corpus/` say what should be found in them, `// expect: direct-date` or `none`, or in the next line:
/// `// expect next: …`. Those of `Limits.swift` are known to go wrong.
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Corpus").path

  private struct Line: Hashable {
    var path: String
    var number: Int
  }

  private let sources: [String]
  private let expected: [Line: Set<String>]
  private let found: [Line: Set<String>]

  init() throws {
    let shop = Self.folder + "/Sources/Shop"
    sources = try FileManager.default.subpathsOfDirectory(atPath: shop).filter { $0.hasSuffix(".swift") }
      .sorted()
    var expected: [Line: Set<String>] = [:]
    for source in sources {
      let lines = try String(contentsOfFile: "\(shop)/\(source)", encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let next = line.range(of: "// expect next: ")
        guard let marker = next ?? line.range(of: "// expect: ") else { continue }
        let rules = line[marker.upperBound...].split(separator: " ").map(String.init)
        expected[Line(path: source, number: index + (next == nil ? 1 : 2))] = Set(rules).subtracting(["none"])
      }
    }
    self.expected = expected
    let package = Package(
      folder: shop,
      targets: [Package.Target(name: "Shop", folder: shop, sources: sources.map { "\(shop)/\($0)" })])
    var options = Options()
    options.rules = Set(Rule.all.map(\.name))
    let findings = try Check(package, options).findings
    found = Dictionary(grouping: findings) { Line(path: $0.path, number: $0.line) }.mapValues {
      Set($0.map(\.rule))
    }
  }

  @Test func precisionAndRecall() {
    var (right, wrong, missed) = (0, 0, 0)
    var mistakes: [String] = []
    for line in Set(expected.keys).union(found.keys) {
      let (wanted, seen) = (expected[line] ?? [], found[line] ?? [])
      right += wanted.intersection(seen).count
      wrong += seen.subtracting(wanted).count
      missed += wanted.subtracting(seen).count
      for rule in seen.subtracting(wanted) { mistakes.append("\(line.path):\(line.number) wrong \(rule)") }
      for rule in wanted.subtracting(seen) { mistakes.append("\(line.path):\(line.number) missed \(rule)") }
    }
    let (precision, recall) = (Double(right) / Double(right + wrong), Double(right) / Double(right + missed))
    print(
      "check-world: \(expected.count) lines, \(right) findings right, \(wrong) wrong, \(missed) missed; "
        + "precision \(percent(precision)), recall \(percent(recall))")
    for mistake in mistakes.sorted() { print("  " + mistake) }
    #expect(expected.count >= 300)
    #expect(precision >= 0.97)
    #expect(recall >= 0.97)
    // What isn't known to go wrong is right.
    #expect(mistakes.filter { !$0.hasPrefix("Limits.swift:") } == [])
    #expect(!mistakes.isEmpty, "a limit is gone: move its line to the file of its rule")
  }

  private func percent(_ part: Double) -> String { "\((part * 1000).rounded() / 10) %" }

  /// Every rule about code has a line in the corpus, and every expectation names a rule.
  @Test func everyRuleHasALine() {
    let wanted = expected.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(Set(Rule.all.map(\.name)).subtracting(wanted) == ["stale-baseline"])
    #expect(wanted.subtracting(Rule.all.map(\.name)) == [])
  }
}
