// SPDX-License-Identifier: MIT

extension DescribedRun {
  /// Returns the steps of the run as a picture: a vertical line for each task, an arrow from a task that resumes
  /// another, and a dashed arrow to a task that is cancelled; `nil` if there is nothing to show.
  ///
  /// - Parameter heading: The lines above it, such as the failure.
  func svg(under heading: [String]) -> String? {
    let (tasks, lines) = (shownTasks, shownLines)
    if tasks.isEmpty { return nil }
    let names = tasks.compactMap { task in name(of: task).map { "task \(task + 1): \($0)" } }
    let (rowHeight, columnWidth) = (22, 28)
    let top = rowHeight * (heading.count + names.count + 1)
    let (textX, height) = (60 + columnWidth * tasks.count, top + rowHeight * (lines.count + 1))
    func x(of task: Int) -> Int? { tasks.firstIndex(of: task).map { 60 + columnWidth * $0 } }
    var elements: [String] = []
    func text(_ text: String, x: Int, y: Int, _ attributes: String = "") {
      elements.append(#"<text x="\#(x)" y="\#(y + 4)" \#(attributes)>\#(text.escapedForXML)</text>"#)
    }
    /// An arrow between two tasks that are shown.
    func arrow(from one: Int, to other: Int, y: Int, _ attributes: String = "") {
      guard let start = x(of: one), let end = x(of: other), start != end else { return }
      elements.append(
        #"<path d="M\#(start) \#(y)H\#(end + (end > start ? -8 : 8))" stroke="steelblue" marker-end="url(#arrow)" \#(attributes)/>"#
      )
    }
    for (number, line) in (heading + names).enumerated() {
      text(line, x: 12, y: rowHeight * (number + 1), number == 0 ? #"font-weight="bold""# : "")
    }
    for task in tasks {
      guard let x = x(of: task) else { continue }
      elements.append(
        #"<path d="M\#(x) \#(top + rowHeight / 2)V\#(height - rowHeight / 2)" stroke="gray"/>"#)
      text("\(task + 1)", x: x, y: top, #"text-anchor="middle" font-weight="bold""#)
    }
    for (line, y) in zip(lines, stride(from: top + rowHeight, to: height, by: rowHeight)) {
      switch line {
      case .gap: text("…", x: textX, y: y)
      case .timePasses(let duration):
        text("\(duration.inPlainSeconds) s later", x: textX, y: y, #"fill="blue""#)
      case .step(let number, let row, let words, let isSwitch):
        if let number { text("\(number)", x: 36, y: y, #"text-anchor="end""#) }
        let color = isSwitch ? "firebrick" : "black"
        if let resumer = row.resumer { arrow(from: resumer, to: row.task, y: y) }
        for other in row.cancels { arrow(from: row.task, to: other, y: y, #"stroke-dasharray="3""#) }
        elements.append(#"<circle cx="\#(x(of: row.task) ?? 0)" cy="\#(y)" r="6" fill="\#(color)"/>"#)
        text(words, x: textX, y: y, #"fill="\#(color)" xml:space="preserve""#)
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="\(height)" \
      font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">
      <title>\((heading.first ?? "").escapedForXML)</title>
      <marker id="arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto">\
      <path d="M0 0L6 3L0 6Z" fill="steelblue"/></marker>
      <rect width="100%" height="100%" fill="white"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
  }

  /// Returns a task's name from `Task(name:)`, or the function with which it starts.
  private func name(of task: Int) -> String? {
    taskNames[task] ?? rows.firstIndex { $0.task == task && $0.isFirst }.flatMap(name(ofRow:))
  }
}

extension String {
  fileprivate var escapedForXML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // A control character can't be in XML.
      case _ where character.unicodeScalars.contains { $0.value < 32 }: text += " "
      default: text.append(character)
      }
    }
  }
}
