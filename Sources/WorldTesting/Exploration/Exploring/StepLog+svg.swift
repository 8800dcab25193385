extension StepLog {
  /// The steps of the run as a picture, with a vertical line for each task; `nil` if there is nothing to show.
  var svg: String? {
    let (tasks, lines) = (shownTasks, shownLines)
    if tasks.isEmpty { return nil }
    let (rowHeight, columnWidth) = (22, 28)
    func x(_ column: Int) -> Int { 60 + columnWidth * column }
    let (textX, height) = (x(tasks.count), rowHeight * (lines.count + 2))
    var elements: [String] = []
    func text(_ text: String, x: Int, y: Int, _ attributes: String = "") {
      elements.append(#"<text x="\#(x)" y="\#(y + 4)" \#(attributes)>\#(text.escapedForXML)</text>"#)
    }
    for (column, task) in tasks.enumerated() {
      elements.append(
        #"<path d="M\#(x(column)) \#(rowHeight * 3 / 2)V\#(height - rowHeight / 2)" stroke="gray"/>"#)
      text("\(task + 1)", x: x(column), y: rowHeight, #"text-anchor="middle" font-weight="bold""#)
    }
    for (line, y) in zip(lines, stride(from: rowHeight * 2, to: height, by: rowHeight)) {
      switch line {
      case .gap: text("…", x: textX, y: y)
      case .timePasses(let duration):
        text("\(duration.inPlainSeconds) s later", x: textX, y: y, #"fill="blue""#)
      case .step(let number, let task, let words, let isSwitch):
        if let number { text("\(number)", x: 36, y: y, #"text-anchor="end""#) }
        let color = isSwitch ? "firebrick" : "black"
        elements.append(
          #"<circle cx="\#(x(tasks.firstIndex(of: task) ?? 0))" cy="\#(y)" r="6" fill="\#(color)"/>"#)
        text(words, x: textX, y: y, #"fill="\#(color)" xml:space="preserve""#)
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="1000" height="\(height)" \
      font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13">
      <rect width="100%" height="100%" fill="white"/>
      \(elements.joined(separator: "\n"))
      </svg>

      """
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
