// SPDX-License-Identifier: MIT

/// Rows of cells in aligned columns.
func table(_ rows: [[String]]) -> String {
  var widths: [Int] = []
  for row in rows {
    for (column, cell) in row.enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], cell.count)
    }
  }
  let lines = rows.map { row in
    var (line, blanks) = ("", 0)
    for (cell, width) in zip(row, widths) {
      if !cell.isEmpty {
        line += String(repeating: " ", count: blanks) + cell
        blanks = 0
      }
      blanks += width + 2 - cell.count
    }
    return line
  }
  return lines.joined(separator: "\n")
}
