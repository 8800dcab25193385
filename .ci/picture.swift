// Draws text as an SVG in which the lines appear one by one: days in columns, as `bdum-tish --beside` prints them, or the report
// of a run, as `bdum-tish-bug` prints it.
//
//   swift .ci/picture.swift COMMAND < text > picture.svg

import Foundation

let command = CommandLine.arguments.dropFirst().joined(separator: " ")
let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
let rows = text.split(separator: "\n").map { $0.components(separatedBy: " │ ") }
let isReport = rows.allSatisfy { $0.count == 1 }
let (fontSize, lineHeight, margin) = (13.0, 19.0, 18.0)
let columnWidth = isReport ? Double(rows.map { $0[0].count }.max() ?? 0) * 7.85 + margin : 356
let width = margin + Double(rows.first?.count ?? 0) * columnWidth
let height = Double(rows.count + 2) * lineHeight + 2 * margin

func escaped(_ text: some StringProtocol) -> String {
  text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
    .replacingOccurrences(of: ">", with: "&gt;")
}

/// The text of a cell, without directional isolates and trailing blanks, and whether it runs from right to left.
func cell(_ text: String) -> (text: String, isRightToLeft: Bool) {
  let isRightToLeft = text.unicodeScalars.first == "\u{2067}"
  var scalars = Array(text.unicodeScalars)
  if isRightToLeft { scalars = Array(scalars.dropFirst().dropLast()) }
  while scalars.last == " " { scalars.removeLast() }
  return (scalars.map { String($0) }.joined(), isRightToLeft)
}

/// The row where the punchline begins: after the last blank cell that is followed by text.
func punchline(ofColumn column: Int) -> Int {
  let texts = rows.map { cell($0[column]).text }
  let last = texts.lastIndex { !$0.isEmpty } ?? 0
  return (texts[..<last].lastIndex { $0.isEmpty } ?? 0) + 1
}

var svg = """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" role="img">
  <title>\(escaped(command))</title>
  <style>
  text { font: \(Int(fontSize))px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d8dee9; white-space: pre; }
  .t { fill: #88c0d0; } .b { font-weight: bold; fill: #eceff4; } .p { font-weight: bold; fill: #c594c5; } .c { fill: #a3be8c; }
  g { animation: appear 0.3s both; }
  @keyframes appear { from { opacity: 0; } }
  @media (prefers-reduced-motion: reduce) { g { animation: none; } }
  </style>
  <rect width="100%" height="100%" rx="10" fill="#20242c"/>
  <text class="c" x="\(Int(margin))" y="\(Int(margin + fontSize))">$ \(escaped(command))</text>

  """
let punchlines = rows.first.map { $0.indices.map(punchline) } ?? []
for (row, cells) in rows.enumerated() {
  let y = Int(margin + fontSize + Double(row + 2) * lineHeight)
  svg += "<g style=\"animation-delay: \(Double(row * 2) / 10)s\">"
  for (column, raw) in cells.enumerated() {
    let (text, isRightToLeft) = cell(raw)
    if text.isEmpty { continue }
    let left = margin + Double(column) * columnWidth
    let x = Int(isRightToLeft ? left + columnWidth - 2 * margin : left)
    let direction = isRightToLeft ? " direction=\"rtl\"" : ""
    let isPunchline = isReport ? text.hasPrefix(">") : row >= punchlines[column]
    let style = row == 0 && !isReport ? " class=\"b\"" : isPunchline ? " class=\"p\"" : ""
    // An event's line begins with its time, then at least two blanks.
    let time = text.range(of: #"^ *[^ ].*?[^ ](?=  )"#, options: .regularExpression)
    if let time, !isReport, style.isEmpty, text.first == " ", text[time].contains(":") {
      let rest = escaped(text[time.upperBound...])
      svg += "<text x=\"\(x)\" y=\"\(y)\"\(direction) xml:space=\"preserve\"><tspan class=\"t\">"
      svg += "\(escaped(text[time]))</tspan>\(rest)</text>"
    } else {
      svg += "<text x=\"\(x)\" y=\"\(y)\"\(direction)\(style) xml:space=\"preserve\">\(escaped(text))</text>"
    }
  }
  svg += "</g>\n"
}
print(svg + "</svg>")
