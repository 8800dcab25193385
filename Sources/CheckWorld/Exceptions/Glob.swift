// SPDX-License-Identifier: MIT

/// A path pattern, as in `.gitignore`.
///
/// A name matches at any depth, a path from the root. `*` and `?` match parts of a name, and `**` matches folders. A pattern
/// that matches a folder matches everything in it.
struct Glob: Equatable {
  var text: String

  init(_ text: String) { self.text = text }

  func matches(_ path: String) -> Bool {
    var parts = text.split(separator: "/")[...]
    if !text.contains("/") { parts.insert("**", at: 0) }
    return Glob.matches(parts, path.split(separator: "/")[...])
  }

  private static func matches(_ parts: ArraySlice<Substring>, _ names: ArraySlice<Substring>) -> Bool {
    // The pattern has matched a folder, which contains the rest of the path.
    guard let part = parts.first else { return true }
    if part == "**" {
      return matches(parts.dropFirst(), names) || (!names.isEmpty && matches(parts, names.dropFirst()))
    }
    guard let name = names.first, fits(part[...], name[...]) else { return false }
    return matches(parts.dropFirst(), names.dropFirst())
  }

  private static func fits(_ part: Substring, _ name: Substring) -> Bool {
    guard let next = part.first else { return name.isEmpty }
    if next == "*" { return fits(part.dropFirst(), name) || (!name.isEmpty && fits(part, name.dropFirst())) }
    return !name.isEmpty && (next == "?" || next == name.first) && fits(part.dropFirst(), name.dropFirst())
  }
}
