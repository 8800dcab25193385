import World

/// Finds what may have been meant by a text that isn't valid.
package enum NearestMatch {
  /// The option that takes the fewest edits to get to, ignoring case; among equals the one with the longest common
  /// beginning, then the first by alphabet. Empty, if there are no options.
  ///
  /// The last part of a path is compared, too: `Tokio` is near `Asia/Tokyo`.
  package static func find(_ text: String, in options: [String]) -> String {
    findAll(text, in: options).first ?? ""
  }

  /// That option and those that are as near, three at most.
  package static func findAll(_ text: String, in options: [String]) -> [String] {
    let text = letters(text)
    let slash = UInt8(ascii: "/")
    let isPath = text.contains(slash)
    var (best, longest) = (Int.max, 0)
    var nearest: [String] = []
    for option in options {
      let whole = letters(option)
      var distance = edits(from: text, to: whole)
      if !isPath, let end = whole.lastIndex(of: slash) {
        distance = min(distance, edits(from: text, to: Array(whole[(end + 1)...])))
      }
      var common = 0
      while common < min(text.count, whole.count), text[common] == whole[common] { common += 1 }
      if distance < best || distance == best && common > longest {
        (best, longest) = (distance, common)
        nearest = []
      }
      if distance == best, common == longest, !nearest.contains(option) {
        nearest.insert(option, at: nearest.firstIndex { $0 > option } ?? nearest.count)
      }
    }
    return Array(nearest.prefix(3))
  }

  /// The nearest of those options that are near enough to be meant: one letter in three may be wrong, or the text is
  /// how the option begins. Leading dashes are ignored.
  package static func findNear(_ text: String, in options: [String]) -> String? {
    let start = letters(text, isFlag: true)
    var near: [String] = []
    for option in options {
      let others = letters(option, isFlag: true)
      let isBeginning = !start.isEmpty && others.starts(with: start)
      if isBeginning || 3 * edits(from: start, to: others) <= max(start.count, others.count) {
        near.append(option)
      }
    }
    return near.isEmpty ? nil : find(text, in: near)
  }

  /// The beginning in lower case; of a flag, without its dashes. What is longer is near nothing, and would only take
  /// time.
  private static func letters(_ text: String, isFlag: Bool = false) -> [UInt8] {
    var letters = Array(text.lowercased().utf8).prefix(64)
    while isFlag, letters.first == UInt8(ascii: "-") { letters.removeFirst() }
    return Array(letters)
  }

  /// How many letters must be inserted, removed, replaced or swapped with their neighbour.
  static func edits(from source: [UInt8], to target: [UInt8]) -> Int {
    // One table, and not three rows that change places: of those, an optimising compiler confused two.
    let width = target.count + 1
    var counts = [Int](repeating: 0, count: (source.count + 1) * width)
    for j in 0...target.count { counts[j] = j }
    for i in 0..<source.count {
      let (last, row) = (i * width, (i + 1) * width)
      counts[row] = i + 1
      for j in 0..<target.count {
        var best = min(counts[last + j + 1], counts[row + j]) + 1
        best = min(best, counts[last + j] + (source[i] == target[j] ? 0 : 1))
        if i > 0, j > 0, source[i] == target[j - 1], source[i - 1] == target[j] {
          best = min(best, counts[last - width + j - 1] + 1)
        }
        counts[row + j + 1] = best
      }
    }
    return counts[source.count * width + target.count]
  }
}
