/// Rows of cells in aligned columns.
func table(_ rows: [[String]]) -> String {
  let columns = 0..<(rows.map(\.count).max() ?? 0)
  let widths = columns.map { column in rows.map { $0.dropFirst(column).first?.count ?? 0 }.max() ?? 0 }
  let lines = rows.map { row in
    var line = ""
    for (cell, width) in zip(row, widths) {
      line += cell + String(repeating: " ", count: width + 2 - cell.count)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
  return lines.joined(separator: "\n")
}
