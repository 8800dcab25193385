// SPDX-License-Identifier: MIT

/// Days beside each other.
enum Columns {
  /// The width of a column if there is no terminal.
  static let width = 44
  private static let gap = " │ "

  /// Returns the width of each of several columns on a screen.
  static func width(of count: Int, on screen: Int) -> Int {
    (screen - (count - 1) * gap.displayWidth) / max(1, count)
  }

  /// Joins columns of lines. Right-to-left text stays within its column.
  static func joined(_ columns: [(lines: [String], isRightToLeft: Bool)], width: Int) -> [String] {
    guard columns.count > 1 else { return columns.first?.lines ?? [] }
    let height = columns.map(\.lines.count).max() ?? 0
    return (0..<height).map { row in
      columns.map { column in
        let cell = (row < column.lines.count ? column.lines[row] : "").padded(toWidth: width)
        return column.isRightToLeft ? cell.isolatedRightToLeft : cell
      }.joined(separator: gap)
    }
  }
}
