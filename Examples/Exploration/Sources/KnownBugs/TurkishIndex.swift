import Foundation
import World

/// A list that is sorted by the user's language, and searched in another.
///
/// Both programs show titles in the user's language, but the repaired one sorts by a key that doesn't depend on it.
extension KnownBug {
  static let turkishIndex = KnownBug(
    name: "sort that fails in Turkish", blame: [.locale],
    broken: { try find { $0.lowercased(with: Current.locale()) } },
    repaired: { try find { $0.lowercased() } })

  private static func find(key: (String) -> String) throws {
    let titles = ["TITLE", "INDEX", "author", "Isbn", "year"]
    let sorted = titles.map(key).sorted()
    let shown = titles.map { $0.capitalized(with: Current.locale()) }
    try expect(shown.count == titles.count, "shows \(shown)")
    for title in titles {
      let isFound = isIn(sorted, title.lowercased())
      try expect(isFound, "\(title) isn't found in \(sorted)")
    }
  }

  private static func isIn(_ sorted: [String], _ key: String) -> Bool {
    var range = sorted[...]
    while let middle = range.indices.dropFirst(range.count / 2).first {
      if range[middle] == key { return true }
      range = range[middle] < key ? range[(middle + 1)...] : range[..<middle]
    }
    return false
  }
}
