// SPDX-License-Identifier: MIT

import Foundation

/// The fault points that stand in source files, as far as their names are literals.
enum FaultPoints {
  /// The names in a file; none if it can't be read, or has tests, of which each has names of its own.
  static func names(inFile path: String) -> Set<String> {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return ["@Test", "XCTestCase"].contains(where: source.contains) ? [] : names(in: source)
  }

  /// The names in a source text, outside of comments.
  static func names(in source: String) -> Set<String> {
    var names: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      // The expression is slow, and hardly any line has one.
      guard ["Fault.point", "Fault.inject", "mustReach"].contains(where: { line.contains($0) }),
        !line.drop(while: { $0 == " " }).hasPrefix("//")
      else { continue }
      for match in line.matches(of: /(?:Fault\.point|Fault\.inject|mustReach)\(\s*"([^"\\]+)"/) {
        names.insert(String(match.1))
      }
    }
    return names
  }

  /// The names in the sources of the package that a file is in.
  static func names(inPackageOf file: String) -> Set<String> {
    guard let package = FileManager.default.folder(of: file, with: ["Package.swift"]) else { return [] }
    let sources = package.appending(path: "Sources").path
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.reduce(into: []) {
      $0.formUnion(names(inFile: sources + "/" + $1))
    }
  }
}

extension FileManager {
  /// The nearest folder around a source file in which one of the files is.
  func folder(of file: String, with names: [String]) -> URL? {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      if names.contains(where: { fileExists(atPath: folder.appending(path: $0).path) }) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}
