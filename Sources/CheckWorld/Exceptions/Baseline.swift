// SPDX-License-Identifier: MIT

import Foundation

/// A file of known findings, one per line: the rule, the file and the line of code, separated by tabs.
///
/// The file has no line numbers, so an entry stays valid when its code moves.
struct Baseline {
  struct Entry: Hashable {
    var rule, path, code: String
  }

  static let stale = Rule(
    "stale-baseline", of: "a line of the baseline", "is no longer there",
    advice: "remove the line, or write the baseline again", isAllowable: false)

  private let name: String
  /// The line numbers of each entry. Equal findings have a line each.
  private var lines: [Entry: [Int]] = [:]

  /// - Parameter name: The file, relative to the package's folder; `nil` for an empty baseline.
  init(named name: String?, in package: Package) throws(UsageError) {
    self.name = name ?? ""
    guard let name else { return }
    guard let data = FileManager.default.contents(atPath: package.absolute(name)) else {
      throw UsageError("the baseline \(name) can't be read; write it with --write-baseline \(name)")
    }
    let text = String(decoding: data, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in text.enumerated() {
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
      guard fields.count == 3 else {
        throw UsageError("\(name):\(index + 1): a line is a rule, a file and code, separated by tabs")
      }
      lines[Entry(rule: fields[0], path: fields[1], code: fields[2]), default: []].append(index + 1)
    }
  }

  /// Removes one occurrence of an entry. Returns whether there was one.
  mutating func remove(_ entry: Entry) -> Bool { lines[entry]?.popLast() != nil }

  /// A finding for each remaining entry. When code is fixed, its entry must go, so that the finding can't come back.
  var leftovers: [(entry: Entry, finding: Finding)] {
    lines.flatMap { entry, lines in
      lines.map { line in
        (
          entry,
          Finding(
            path: name, line: line, column: 1, rule: Baseline.stale.name,
            message: Baseline.stale.message("this finding of \(entry.path)"))
        )
      }
    }
  }

  static func text(of entries: [Entry]) -> String {
    let lines = entries.map { "\($0.rule)\t\($0.path)\t\($0.code)\n" }.sorted()
    return "# Findings of check-world in old code. Remove lines; don't add any.\n" + lines.joined()
  }
}
