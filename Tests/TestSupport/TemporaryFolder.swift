import Foundation

/// A folder that is gone when the last reference is.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    // check-world: allow A folder needs a name that is unique, and nobody reads it.
    path = NSTemporaryDirectory() + "world-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { path + "/" + name }

  package func lines(of name: String) throws -> [String] {
    let text = try String(contentsOfFile: file(name), encoding: .utf8)
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
