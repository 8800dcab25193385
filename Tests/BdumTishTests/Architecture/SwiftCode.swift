/// The code in a Swift source: without comments, and of texts only what is interpolated.
struct SwiftCode {
  /// The identifiers, in order.
  private(set) var identifiers: [Substring] = []

  private var rest: Substring

  init(_ source: String) {
    rest = source[...]
    while !rest.isEmpty { skipCode(until: nil) }
  }

  /// Goes through code up to a closing parenthesis that belongs to an opening one before.
  private mutating func skipCode(until close: Character?) {
    var depth = 0
    while let next = rest.first {
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        skipBlockComment()
      } else if let text = textOpening {
        skipText(text)
      } else if next.isLetter || next == "_" {
        let identifier = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        identifiers.append(identifier)
        rest = rest.dropFirst(identifier.count)
      } else {
        rest.removeFirst()
        if next == "(" { depth += 1 }
        if next == ")" { depth -= 1 }
        if next == close, depth < 0 { return }
      }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// How a text begins that begins here: `"`, `#"`, or `"""` at the end of a line.
  private var textOpening: (pounds: String, quotes: String)? {
    let pounds = String(rest.prefix { $0 == "#" })
    let after = rest.dropFirst(pounds.count)
    guard after.first == "\"" else { return nil }
    return (pounds, after.hasPrefix("\"\"\"\n") ? "\"\"\"" : "\"")
  }

  private mutating func skipText(_ opening: (pounds: String, quotes: String)) {
    rest = rest.dropFirst(opening.pounds.count + opening.quotes.count)
    let closing = opening.quotes + opening.pounds
    let escape = "\\" + opening.pounds
    while !rest.isEmpty {
      if rest.hasPrefix(closing) {
        rest = rest.dropFirst(closing.count)
        return
      } else if rest.hasPrefix(escape + "(") {
        rest = rest.dropFirst(escape.count + 1)
        skipCode(until: ")")
      } else if rest.hasPrefix(escape) {
        rest = rest.dropFirst(escape.count + 1)
      } else {
        rest = rest.dropFirst()
      }
    }
  }
}
