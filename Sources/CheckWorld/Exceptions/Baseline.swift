import Foundation

/// The findings that were there when the check came, a line each: the rule, the file and the line of code, with tabs
/// between. The code may move, since its line isn't numbered.
struct Baseline {
  struct Entry: Hashable {
    var rule, path, code: String
  }

  private let name: String
  /// The lines on which an entry stands. Equal findings are a line each.
  private var lines: [Entry: [Int]] = [:]

  /// - Parameter name: A file, from the package's folder.
  init(named name: String?, in package: Package) throws(UsageError) {
    self.name = name ?? ""
    guard let name else { return }
    guard let data = FileManager.default.contents(atPath: package.absolute(name)) else {
      throw UsageError("the baseline \(name) can't be read; write it with --write-baseline \(name)")
    }
    let text = String(decoding: data, as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
      guard fields.count == 3 else {
        throw UsageError("\(name):\(index + 1): a line is a rule, a file and code, with tabs between")
      }
      lines[Entry(rule: fields[0], path: fields[1], code: fields[2]), default: []].append(index + 1)
    }
  }

  /// Takes one such entry out, if there is one.
  mutating func remove(_ entry: Entry) -> Bool { lines[entry]?.popLast() != nil }

  /// What is still in it. What was mended must not come back, so it has to leave the file.
  var leftovers: [(entry: Entry, finding: Finding)] {
    lines.flatMap { entry, lines in
      lines.map { line in
        (
          entry,
          Finding(
            path: name, line: line, column: 1, rule: "stale-baseline",
            message: "this is no longer found in \(entry.path); remove the line, or write the baseline anew")
        )
      }
    }
  }

  static func text(of entries: [Entry]) -> String {
    let lines = entries.map { "\($0.rule)\t\($0.path)\t\($0.code)\n" }.sorted()
    return "# What check-world found when it came. Lines may go; none should come.\n" + lines.joined()
  }
}
