extension StepLog {
  /// The rows to show: around the switches, and the failure; all in between if there are few.
  var shownRows: [Int] {
    var ranges = switches.map { $0.step - 3...$0.step + 3 }
    // Where no order is to blame, who ran before the failure.
    if let failingStep { ranges.append(failingStep - (switches.isEmpty ? 7 : 2)...failingStep) }
    let bounds = ranges.map(\.lowerBound).min().flatMap { first in
      ranges.map(\.upperBound).max().map { first...$0 }
    }
    if let bounds, bounds.count <= 24 { ranges = [bounds] }
    let shown = rows.indices.filter { row in ranges.contains { $0.contains(rows[row].step) } }.prefix(40)
    return Set(shown.map { rows[$0].task }).count > 1 ? Array(shown) : []
  }

  /// Where the task of a row goes on after it; nowhere if it was its last.
  func end(ofRow row: Int) -> [CodeAddress] {
    rows[(row + 1)...].first { $0.task == rows[row].task }?.functions ?? []
  }

  /// The shown rows, a line each, with a column for each task.
  var picture: [String] {
    let shown = shownRows
    let tasks = Set(shown.map { rows[$0].task }).sorted()
    guard let last = tasks.last else { return [] }
    let width = "\(last + 1)".count + 1
    var lines = ["The steps of the failing run, with a column for each task:"]
    var before: Int?
    for number in shown {
      let row = rows[number]
      // The row of the task whose step it is, and not of another one that the actor runs in it.
      let isOwn = row.step != before
      if let before, row.step > before + 1 { lines.append("     …") }
      if row.passed > .zero { lines.append("       \(row.passed.inPlainSeconds) s later") }
      let change = isOwn ? switches.first { $0.step == row.step } : nil
      let isFailing = isOwn && row.step == failingStep
      let column = tasks.firstIndex(of: row.task) ?? 0
      let notes = [
        change.map { "instead of task \($0.other + 1)" },
        row.resumer.map { "resumed by task \($0 + 1)" },
        isFailing ? "the test fails" : nil,
        end(ofRow: number).isEmpty && isOver(row.task) ? "ends" : nil,
      ].compactMap(\.self)
      lines.append(
        (change == nil ? "  " : "> ") + (isOwn ? "\(row.step)" : "").padded(to: 3) + " "
          + "\(row.task + 1)".padded(to: width * (column + 1))
          + String(repeating: " ", count: width * (tasks.count - column - 1) + 2)
          + ((isFailing ? failingLine?.withText : nil) ?? words(ofRow: number))
          + (notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"))
      before = row.step
    }
    return lines
  }

  private func words(ofRow number: Int) -> String {
    let row = rows[number]
    let name = names.first(of: row.functions) ?? names.first(of: end(ofRow: number))
    if row.isFirst {
      return "starts" + (taskNames[row.task].map { " \($0.quoted)" } ?? "") + (name.map { " `\($0)`" } ?? "")
    }
    let line = row.functions.first { names[$0] != nil }.flatMap { lines[$0] }
    return line?.withText ?? "goes on" + (name.map { " in `\($0)`" } ?? "")
  }
}

extension String {
  fileprivate func padded(to length: Int) -> String {
    String(repeating: " ", count: max(0, length - count)) + self
  }
}
