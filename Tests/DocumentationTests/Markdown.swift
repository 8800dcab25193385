import Foundation

/// A block of code in a document.
struct CodeBlock: Equatable, CustomStringConvertible {
  /// The document's name.
  var document: String
  /// The line in the document on which the block's fence stands.
  var line: Int
  /// What is in the block.
  var text: String

  var description: String { "\(document):\(line)" }
}

/// Finds code in Markdown.
enum Markdown {
  struct UnclosedFence: Error, Equatable { var line: Int }

  /// The blocks that are fenced with three backticks and the language's name, and nothing after it.
  static func blocks(of language: String, in text: String, document: String) throws -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: (line: Int, language: String, lines: [Substring])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let trimmed = line.trimmingSpaces
      guard trimmed.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let closing = open {
        if closing.language == language {
          let text = closing.lines.joined(separator: "\n")
          blocks.append(CodeBlock(document: document, line: closing.line, text: text))
        }
        open = nil
      } else {
        open = (index + 1, String(trimmed.drop { $0 == "`" }), [])
      }
    }
    if let open { throw UnclosedFence(line: open.line) }
    return blocks
  }

  /// The cells of each row of each table, of the heads, too.
  static func rows(in text: String) -> [[String]] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }

  /// The names under which a hosting site links to the headings.
  static func anchors(in text: String) -> [String] {
    prose(in: text).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      let heading = line.drop { $0 == "#" || $0 == " " }.lowercased()
      return heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
    }
  }

  /// The text without what is between fences.
  static func prose(in text: String) -> String {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard line.trimmingSpaces.hasPrefix("```") else { return !isCode }
      isCode.toggle()
      return false
    }.joined(separator: "\n")
  }

  /// What links in a document lead to.
  static func links(in text: String) -> [String] {
    text.split(separator: "](").dropFirst().compactMap { rest in
      rest.firstIndex(of: ")").map { String(rest[..<$0]) }
    }
  }
}

/// A Swift file that the compiler has seen, against which snippets are held.
struct CompiledSource {
  private let lines: [Substring]

  init(_ text: String) {
    // Code in a block comment or under a condition may not have been compiled, so such a file vouches for none.
    lines = text.contains("/*") || text.contains("#if") ? [] : text.linesOfCode
  }

  /// Whether the snippet's lines stand here, in their order and without others in between. Indentation and blank
  /// lines don't matter.
  func contains(_ snippet: String) -> Bool {
    let wanted = snippet.linesOfCode
    guard !wanted.isEmpty, lines.count >= wanted.count else { return false }
    return (0...(lines.count - wanted.count)).contains { start in
      lines[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: SubSequence {
    let head = drop { $0 == " " || $0 == "\t" }
    guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" && $0 != "\r" }) else {
      return head.prefix(0)
    }
    return head[...last]
  }
}

extension String {
  fileprivate var linesOfCode: [Substring] {
    split(separator: "\n").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }
}
