// SPDX-License-Identifier: MIT

/// Days beside each other.
enum Columns {
  /// How wide each is where no terminal says it.
  static let width = 44
  private static let gap = " │ "

  /// How wide each of some columns is on so wide a screen.
  static func width(of count: Int, on screen: Int) -> Int {
    (screen - (count - 1) * gap.displayWidth) / max(1, count)
  }

  /// Columns of lines as one. What runs from right to left does so within its column.
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
