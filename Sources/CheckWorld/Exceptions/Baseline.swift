/// The findings that were there when the check came, a line each: the rule, the file and the line of code, with tabs
/// between. Lines of code may move without their numbers being known here.
struct Baseline {
  struct Entry: Hashable {
    var rule, path, code: String
  }

  struct Mistake: Error, Equatable { var line: Int }

  /// The lines on which an entry stands. Equal findings are a line each.
  private(set) var lines: [Entry: [Int]] = [:]

  init(_ text: String = "") throws(Mistake) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("#") || line.allSatisfy(\.isWhitespace) { continue }
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(
        String.init)
      guard fields.count == 3 else { throw Mistake(line: index + 1) }
      lines[Entry(rule: fields[0], path: fields[1], code: fields[2]), default: []].append(index + 1)
    }
  }

  /// Takes one such entry out, if there is one.
  mutating func remove(_ entry: Entry) -> Bool { lines[entry]?.popLast() != nil }

  static func text(of entries: [Entry]) -> String {
    let lines = entries.map { "\($0.rule)\t\($0.path)\t\($0.code)\n" }
    return "# What check-world found when it came. Lines may go, and none should come.\n" + lines.joined()
  }
}
