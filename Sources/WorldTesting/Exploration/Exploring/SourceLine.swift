import Foundation

/// A line of a source file.
struct SourceLine: Hashable, Sendable {
  var path: String
  var number: Int

  /// What stands there; `nil` if the file can't be read, as on another machine than the one that built the program.
  var text: String? {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = source.split(separator: "\n", maxSplits: number, omittingEmptySubsequences: false)
    return number <= lines.count ? lines[number - 1].trimmingCharacters(in: .whitespaces) : nil
  }
}

extension SourceLine {
  /// `Account.swift:17  guard balance >= amount else { return }`
  var withText: String { "\(self)" + (text.map { "  \($0.prefix(80))" } ?? "") }

  /// ``Account.swift:17 `guard balance >= amount else { return }` ``
  var withQuotedText: String { "\(self)" + (text.map { " `\($0.prefix(80))`" } ?? "") }
}

extension SourceLine: CustomStringConvertible {
  var description: String { "\(path.split(separator: "/").last ?? ""):\(number)" }
}
