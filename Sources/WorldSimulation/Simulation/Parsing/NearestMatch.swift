import World

/// Finds what somebody may have meant.
package enum NearestMatch {
  /// The option that takes the fewest edits to get to, case counting least; among equals the one with the
  /// longest common beginning, then the first by alphabet. Empty, if there are no options.
  ///
  /// The last part of a path stands for the whole: `Tokio` is near `Asia/Tokyo`.
  package static func find(_ text: String, in options: some Sequence<String>) -> String {
    findAll(text, in: options).first ?? ""
  }

  /// That option and those that are as near, three at most.
  package static func findAll(_ text: String, in options: some Sequence<String>) -> [String] {
    // What is longer is near nothing, and would only take time.
    let text = scalars(text)
    let isPath = text.contains("/")
    let ranked = options.map { option in
      let whole = scalars(option)
      var distance = edits(from: text, to: whole)
      if !isPath, let slash = whole.lastIndex(of: "/") {
        distance = min(distance, edits(from: text, to: Array(whole[(slash + 1)...])))
      }
      let common = zip(text, whole).prefix { $0 == $1 }.count
      return (distance, -common, option)
    }
    guard let best = ranked.min(by: { $0 < $1 }) else { return [] }
    return ranked.filter { $0.0 == best.0 && $0.1 == best.1 }.map(\.2).sorted().prefix(3).map { $0 }
  }

  /// The nearest of those options that are near enough to be meant: one letter in three may be wrong, or the text is
  /// how the option begins. Dashes don't count.
  package static func findNear(_ text: String, in options: some Sequence<String>) -> String? {
    let letters = Array(scalars(text).drop { $0 == "-" })
    let near = options.filter { option in
      let others = Array(scalars(option).drop { $0 == "-" })
      let isBeginning = !letters.isEmpty && others.starts(with: letters)
      return isBeginning || 3 * edits(from: letters, to: others) <= max(letters.count, others.count)
    }
    return near.isEmpty ? nil : find(text, in: near)
  }

  private static func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))).lowercased().unicodeScalars)
  }

  /// How many characters must be inserted, removed, replaced or swapped with their neighbour.
  static func edits(from source: [Unicode.Scalar], to target: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: target.count + 1)
    var last = Array(0...target.count)
    var row = last
    for (i, character) in source.enumerated() {
      row[0] = i + 1
      for (j, other) in target.enumerated() {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (character == other ? 0 : 1))
        if i > 0, j > 0, character == target[j - 1], source[i - 1] == other {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row[j + 1] = best
      }
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[target.count]
  }
}
