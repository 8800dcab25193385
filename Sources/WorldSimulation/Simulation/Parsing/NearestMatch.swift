// SPDX-License-Identifier: MIT

import World

/// Finds valid texts that are similar to an invalid one.
package enum NearestMatch {
  /// Returns up to three options with the fewest edits, ignoring case, and of these the ones with the longest common prefix. At
  /// most one letter in three may differ.
  ///
  /// The last part of a path is compared, too: `Tokio` is near `Asia/Tokyo`.
  ///
  /// - Parameter isStart: Whether options that begin with the text are near, and leading dashes are ignored, as for flags.
  package static func findAll(_ text: String, in options: [String], orStart isStart: Bool = false) -> [String]
  {
    let text = letters(text, withoutDashes: isStart)
    let slash = UInt8(ascii: "/")
    var (best, longest) = (Int.max, 0)
    var nearest: [String] = []
    for option in options {
      let whole = letters(option, withoutDashes: isStart)
      var other = whole
      var distance = edits(from: text, to: whole)
      if !text.contains(slash), let end = whole.lastIndex(of: slash) {
        let part = Array(whole[(end + 1)...])
        let edits = edits(from: text, to: part)
        if edits < distance { (other, distance) = (part, edits) }
      }
      let begins = isStart && !text.isEmpty && whole.starts(with: text)
      guard begins || 3 * distance <= max(text.count, other.count) else { continue }
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

  /// Returns the nearest flag, or one that begins with the text; `nil` if none is near.
  package static func findNear(_ text: String, in options: [String]) -> String? {
    findAll(text, in: options, orStart: true).first
  }

  /// Returns the variables whose names are similar to those of World's variables. The part after `WORLD_` may be misspelled, or,
  /// for variables of tests, `WORLD` itself by one edit.
  package static func misspeltVariables(
    in environment: [String: String]
  ) -> [(name: String, meant: String)] {
    let known = SimulationFlag.allCases.map(\.variable) + World.Simulation.testVariables
    let (start, prefix) = ("WORLD", "WORLD_")
    let ends = known.map { String($0.dropFirst(prefix.count)) }
    return environment.keys.sorted().compactMap { name in
      let parts = name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !known.contains(name) else { return nil }
      if parts[0] == start { return findAll(parts[1], in: ends).first.map { (name, prefix + $0) } }
      let meant = prefix + parts[1]
      let isNear = edits(from: Array(parts[0].utf8), to: Array(start.utf8)) == 1
      return isNear && World.Simulation.testVariables.contains(meant) ? (name, meant) : nil
    }
  }

  /// Returns the first 64 bytes of the text in lower case, for a flag without dashes. Longer texts are similar to no option.
  private static func letters(_ text: String, withoutDashes: Bool) -> [UInt8] {
    var letters = Array(text.lowercased().utf8).prefix(64)
    while withoutDashes, letters.first == UInt8(ascii: "-") { letters.removeFirst() }
    return Array(letters)
  }

  /// Returns the edit distance: the number of letters to insert, remove, replace or swap with a neighbor.
  static func edits(from source: [UInt8], to target: [UInt8]) -> Int {
    // One table instead of three rows that are swapped, because an optimizing compiler confused two of them.
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
