// SPDX-License-Identifier: MIT

import Foundation

/// A line of a source file.
struct SourceLine: Hashable, Sendable {
  var path: String
  var number: Int
  var column = 0

  /// The text of the line; `nil` if the file can't be read, for example on another machine than the one that built the program.
  var text: String? {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let lines = source.split(maxSplits: number, omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n"
    }
    guard 1...lines.count ~= number else { return nil }
    return lines[number - 1].trimmingCharacters(in: .whitespaces)
  }
}

extension SourceLine {
  /// `Account.swift:17  guard balance >= amount else { return }`
  var withText: String { "\(self)" + (text.map { "  \($0)" } ?? "") }

  /// ``Account.swift:17 `guard balance >= amount else { return }` ``
  var withQuotedText: String { "\(self)" + (text.map { " `\($0)`" } ?? "") }
}

extension SourceLine: CustomStringConvertible {
  var description: String { "\(path.split(separator: "/").last ?? ""):\(number)" }
}
