import Foundation

/// A folder that is gone when the last reference is.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package init() {
    // check-world: allow A folder needs a name that is unique, and nobody reads it.
    url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appending(path: "world-\(UUID())")
    // A test that uses one that can't be made fails.
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  package var path: String { url.path }
  package func file(_ name: String) -> String { path + "/" + name }

  package func lines(of name: String) throws -> [String] {
    let text = try String(contentsOfFile: file(name), encoding: .utf8)
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
