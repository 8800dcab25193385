import World

/// Rows of cells in aligned columns.
struct Table: CustomStringConvertible {
  private let rows: [[String]]

  init(_ rows: [[String]]) { self.rows = rows }

  var description: String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.count)
      }
    }
    var lines: [String] = []
    for row in rows {
      var (line, start) = ("", 0)
      for (column, cell) in row.enumerated() {
        // Nothing is padded on its right but by the cell that follows.
        if !cell.isEmpty { line += String(repeating: " ", count: max(0, start - line.count)) + cell }
        start += widths[column] + 2
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
