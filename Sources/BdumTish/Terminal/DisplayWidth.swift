// SPDX-License-Identifier: MIT

extension String {
  /// The number of columns of the text on a terminal.
  ///
  /// Combining marks, invisible characters and colours have none; wide East Asian letters have two.
  var displayWidth: Int {
    let plain = contains("\u{1B}") ? replacing(/\u{1B}\[[0-9;]*m/, with: "") : self
    return plain.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the text at the right end of this width.
  func aligned(toWidth width: Int) -> String {
    String(repeating: " ", count: max(0, width - displayWidth)) + self
  }

  /// Returns the text, filled with spaces up to this width.
  func padded(toWidth width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    default: Self.wide.contains { $0.contains(value) } ? 2 : 1
    }
  }

  /// The blocks whose characters are wide (Unicode's East Asian Width W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
  ]
}
