// SPDX-License-Identifier: MIT

extension String {
  /// Returns the text in lines of at most this width, broken at spaces.
  ///
  /// East Asian text also breaks between letters, but no line begins with a closing mark or ends with an opening one.
  /// A word breaks anywhere only if it is longer than a line. A no-break space is part of its word.
  func wrapped(toWidth width: Int) -> [String] {
    var (lines, line) = ([String](), "")
    for piece in pieces {
      let longer = line.isEmpty ? piece.text : line + piece.blanks + piece.text
      if longer.displayWidth <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in piece.text {
        if !line.isEmpty, "\(line)\(character)".displayWidth > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return lines + [line]
  }

  /// A part that doesn't break, and the spaces before it.
  private var pieces: [(blanks: String, text: String)] {
    var pieces: [(blanks: String, text: String)] = []
    var blanks = ""
    var last: Character?
    for character in self {
      if character == " " {
        blanks.append(character)
        last = nil
        continue
      }
      if let last, !character.allowsBreak(after: last) {
        pieces[pieces.count - 1].text.append(character)
      } else {
        pieces.append((blanks, String(character)))
        blanks = ""
      }
      last = character
    }
    return pieces
  }
}

extension Character {
  /// Returns whether a line may end between two adjacent characters.
  fileprivate func allowsBreak(after last: Character) -> Bool {
    let isEastAsian = String(self).displayWidth == 2 || String(last).displayWidth == 2
    return isEastAsian && !Character.closing.contains(self) && !Character.opening.contains(last)
      && !(isKatakana && last.isKatakana)
  }

  /// Words in Katakana read better in one piece.
  private var isKatakana: Bool { unicodeScalars.allSatisfy { (0x30A0...0x30FF).contains($0.value) } }

  private static let closing = "、。」』）！？：；，．ー々♪"
  private static let opening = "「『（"
}
