import Foundation
import Testing

@testable import CheckWorld

/// `Corpus/ForeignCode.txt`: findings in code that was not written for the check, judged by a reader.
///
///     FOREIGN_CODE=/tmp/code swift test --filter ForeignCodeTests
///
/// looks for a checkout of each code base in that folder, under the last part of its address and at the commit that the
/// file names, and compares what is found there with the file.
struct ForeignCodeTests {
  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private struct Judged: Hashable {
    var rule, place: String
  }

  private struct CodeBase {
    var name, commit: String
    var folders: [String]
    var findings: [String: [Judged]] = [:]
  }

  private let codeBases: [CodeBase]

  init() throws {
    let list = Self.tests.appendingPathComponent("Corpus/ForeignCode.txt")
    var codeBases: [CodeBase] = []
    var (verdict, rule) = ("", "")
    for line in try String(contentsOf: list, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words[0] {
      case "#": continue
      case "code":
        let name = words[1].split(separator: "/").last.map(String.init) ?? ""
        codeBases.append(CodeBase(name: name, commit: words[2], folders: Array(words[3...])))
      case "right", "wrong", "missed": (verdict, rule) = (words[0], words[1])
      default:
        let findings = words.map { Judged(rule: rule, place: $0) }
        codeBases[codeBases.count - 1].findings[verdict, default: []] += findings
      }
    }
    self.codeBases = codeBases
  }

  private func count(_ verdict: String) -> Int {
    codeBases.reduce(0) { $0 + ($1.findings[verdict] ?? []).count }
  }

  /// Of a hundred findings, fewer than six are wrong, and fewer than six are missed.
  @Test func mostOfWhatIsFoundIsRight() {
    let rules = Set(codeBases.flatMap { $0.findings.values.joined().map(\.rule) })
    #expect(rules.subtracting(Rule.all.map(\.name)) == [])
    let (right, wrong, missed) = (count("right"), count("wrong"), count("missed"))
    #expect(Double(right) >= 0.95 * Double(right + wrong))
    #expect(Double(right) >= 0.95 * Double(right + missed))
  }

  private static let checkouts = ProcessInfo.processInfo.environment["FOREIGN_CODE"]

  @Test(.enabled(if: checkouts != nil, "FOREIGN_CODE names no folder with the checkouts"))
  func whatIsFoundIsWhatWasJudged() throws {
    let checkouts = try #require(Self.checkouts)
    for code in codeBases {
      let package = try Self.package("\(checkouts)/\(code.name)", code.folders)
      let found = try Check(package, Options()).findings.map { finding in
        let text = try String(contentsOfFile: package.absolute(finding.path), encoding: .utf8)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false)[finding.line - 1]
        let code = line.trimmingCharacters(in: .whitespacesAndNewlines)
        return Judged(
          rule: finding.rule, place: "\(finding.line):\(Self.hash("\(finding.path)\n\(code)"))")
      }
      func counts(_ findings: [Judged]) -> [Judged: Int] {
        Dictionary(findings.map { ($0, 1) }, uniquingKeysWith: +)
      }
      let judged = counts((code.findings["right"] ?? []) + (code.findings["wrong"] ?? []))
      let changed = Set(judged.keys).union(found).filter { judged[$0] != counts(found)[$0] }
      #expect(changed == [], "\(code.name): found and not judged, or judged and not found")
      print("check-world: \(found.count) findings in \(code.name)")
    }
  }

  /// A package of the targets in some folders: `Sources/*` has a target in each of its folders.
  private static func package(_ root: String, _ folders: [String]) throws -> Package {
    let files = FileManager.default
    let paths = try folders.flatMap { folder in
      guard folder.hasSuffix("/*") else { return ["\(root)/\(folder)"] }
      let parent = "\(root)/\(folder.dropLast(2))"
      return try files.contentsOfDirectory(atPath: parent).map { "\(parent)/\($0)" }
    }
    let targets = paths.map { path in
      let sources = (files.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).filter {
        $0.hasSuffix(".swift") && !$0.contains(".playground/") && !$0.contains("Tests/")
      }
      return Package.Target(
        name: path.split(separator: "/").last.map(String.init) ?? "", folder: path,
        sources: sources.sorted().map { "\(path)/\($0)" })
    }
    return Package(folder: root, targets: targets)
  }

  /// FNV-1a, of 32 bits.
  private static func hash(_ text: String) -> String {
    let value = text.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
