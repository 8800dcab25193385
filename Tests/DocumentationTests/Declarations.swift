/// What sources declare, so that several that declare the same can be compiled as one module.
enum Declarations {
  /// A source whose declarations have names that end in a suffix, after the parts that mention what it declares.
  static func renamed(in source: String, with parts: [String], suffix: String) -> String {
    var (source, names, left) = (source, names(in: source), parts)
    while let index = left.firstIndex(where: { !names.isDisjoint(with: words(in: $0)) }) {
      let part = left.remove(at: index)
      source = part + "\n" + source
      names.formUnion(self.names(in: part))
    }
    return source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("#") { return String(line) }
      var (text, rest) = ("", line[...])
      while let first = rest.first {
        let word = rest.prefix(while: isInWord)
        text += names.contains(word) ? word + suffix : word.isEmpty ? String(first) : String(word)
        rest = rest.dropFirst(max(1, word.count))
      }
      return text
    }.joined(separator: "\n")
  }

  /// What is declared in the first column, or in an extension that adds no conformance.
  static func names(in source: String) -> Set<Substring> {
    var (names, isInExtension): (Set<Substring>, Bool) = ([], false)
    for line in source.split(separator: "\n") where !line.hasPrefix("   ") && !line.hasPrefix("static ") {
      let isMember = line.hasPrefix(" ")
      if !isMember {
        isInExtension = line.hasPrefix("extension ") && !line.prefix { $0 != "{" }.contains(":")
      }
      if isMember && !isInExtension { continue }
      let words = line.split { !isInWord($0) }
      guard let kind = words.firstIndex(where: kinds.contains) else { continue }
      let declared = line[words[kind].endIndex...].drop { $0 == " " }
      if declared.hasPrefix("(") {
        names.formUnion(declared.prefix { $0 != ")" }.split { !isInWord($0) })
      } else {
        names.insert(declared.prefix(while: isInWord))
      }
    }
    return names
  }

  private static func words(in source: String) -> Set<Substring> { Set(source.split { !isInWord($0) }) }
  private static func isInWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
  private static let kinds: Set<Substring> = [
    "struct", "enum", "class", "actor", "protocol", "func", "var", "let",
  ]
}
