// SPDX-License-Identifier: MIT

import Foundation

/// A replacement for the code of a finding: `Current.date()` for `Date()`.
struct Fix: Equatable {
  /// The number of bytes to replace, from the finding's column on.
  var length: Int
  var text: String

  /// - Returns: `nil` if the code is qualified, as in `Foundation.Date()`, or contains white space, or if `Current` isn't the
  ///   library's in this file.
  init?(_ use: Range<Int>, with text: String, in file: SyntaxTree) {
    let code = file.code[use]
    let before = file.code[..<use.lowerBound].suffix(2).map(\.text)
    let isAlone = ![".", "\\", "&"].contains(before.last) && before != [":", ":"]
    guard let first = code.first, let last = code.last, isAlone,
      code.dropFirst().allSatisfy({ !$0.isSpaced }),
      file.imports.contains("World"), !file.declaresCurrent
    else { return nil }
    self.text = text
    length = last.column + last.text.utf8.count - first.column
    // `sleep(for: .seconds(1))` becomes `sleep(.seconds(1))`, without the space.
    guard last.text == ":" else { return }
    guard use.upperBound < file.code.count, case let next = file.code[use.upperBound], next.line == last.line,
      next.column - first.column - length <= 1
    else { return nil }
    length = next.column - first.column
  }

  /// Returns the text of a file with the fixes of findings applied.
  ///
  /// - Returns: `nil` if the file isn't in UTF-8.
  static func apply(_ findings: [Finding], to data: Data) -> Data? {
    guard String(data: data, encoding: .utf8) != nil else { return nil }
    var bytes = Array(data)
    let starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for finding in findings.sorted(by: Finding.isBefore).reversed() {
      guard let fix = finding.fix else { continue }
      let start = starts[finding.line - 1] + finding.column - 1
      bytes.replaceSubrange(start..<(start + fix.length), with: Array(fix.text.utf8))
    }
    return Data(bytes)
  }
}
