extension String {
  /// The text in lines of at most so many columns, broken at blanks.
  ///
  /// East Asian text is also broken between its letters, but no line begins with a closing mark or ends with an opening one.
  /// Only what is too long for a whole line is broken anywhere; a blank that doesn't break is part of its word.
  func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    var (line, lineWidth) = ("", 0)
    func endLine() {
      lines.append(line)
      (line, lineWidth) = ("", 0)
    }
    for piece in pieces {
      if lineWidth + piece.text.displayWidth + (line.isEmpty ? 0 : piece.blanks) <= width {
        if !line.isEmpty { line += String(repeating: " ", count: piece.blanks) }
        line += piece.text
        lineWidth = line.displayWidth
        continue
      }
      if !line.isEmpty { endLine() }
      for character in piece.text {
        let characterWidth = String(character).displayWidth
        if lineWidth + characterWidth > width, !line.isEmpty { endLine() }
        line.append(character)
        lineWidth += characterWidth
      }
    }
    endLine()
    return lines
  }

  /// What mustn't be broken, and how many blanks stand before it.
  private var pieces: [(text: String, blanks: Int)] {
    var pieces: [(text: String, blanks: Int)] = []
    var blanks = 0
    var last: Character?
    for character in self {
      if character == " " {
        blanks += 1
      } else if let last, blanks == 0, !character.allowsBreak(after: last) {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append((String(character), blanks))
        blanks = 0
      }
      last = character == " " ? nil : character
    }
    return pieces
  }
}

extension Character {
  /// Whether a line may end between two characters that no blank separates.
  fileprivate func allowsBreak(after last: Character) -> Bool {
    let isEastAsian = String(self).displayWidth == 2 || String(last).displayWidth == 2
    return isEastAsian && !Character.closing.contains(self) && !Character.opening.contains(last)
      && !(isKatakana && last.isKatakana)
  }

  /// Words in Katakana read better in one piece.
  private var isKatakana: Bool { unicodeScalars.allSatisfy { (0x30A0...0x30FF).contains($0.value) } }

  private static let closing: Set<Character> = [
    "、", "。", "」", "』", "）", "！", "？", "：", "；", "，", "．", "ー", "々", "♪",
  ]
  private static let opening: Set<Character> = ["「", "『", "（"]
}
