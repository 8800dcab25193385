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
      var line = ""
      for (column, cell) in row.enumerated() where !cell.isEmpty {
        // Nothing is padded on its right but by the cell that follows.
        let start = widths[..<column].reduce(0) { $0 + $1 + 2 }
        line += String(repeating: " ", count: max(0, start - line.count)) + cell
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n")
  }
}
