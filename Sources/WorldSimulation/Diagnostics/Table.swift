// SPDX-License-Identifier: MIT

/// Rows of cells in aligned columns. All rows have the same number of cells.
func table(_ rows: [[String]]) -> String {
  let columns = rows.first?.indices ?? 0..<0
  let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let lines = rows.map { row in
    let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count)
    }
    var line = cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line
  }
  return lines.joined(separator: "\n")
}
