// SPDX-License-Identifier: MIT

import Foundation

/// Finds the fault points in source files whose names are literals.
enum FaultPoints {
  /// Returns the names in a file; none if it can't be read or contains tests, which have names of their own.
  static func names(inFile path: String) -> Set<String> {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return ["@Test", "XCTestCase"].contains(where: source.contains) ? [] : names(in: source)
  }

  /// Returns the names in a source text, except in comments.
  static func names(in source: String) -> Set<String> {
    var names: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      // The regular expression is slow, and few lines match it.
      guard ["Fault.point", "Fault.inject", "mustReach"].contains(where: { line.contains($0) }),
        !line.drop(while: { $0 == " " }).hasPrefix("//")
      else { continue }
      for match in line.matches(of: /(?:Fault\.point|Fault\.inject|mustReach)\(\s*"([^"\\]+)"/) {
        names.insert(String(match.1))
      }
    }
    return names
  }

  /// Returns the names in the sources of the package that contains a file.
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
  /// Returns the nearest folder above a source file that contains one of the given files.
  func folder(of file: String, with names: [String]) -> URL? {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.pathComponents.count > 1 {
      if names.contains(where: { fileExists(atPath: folder.appending(path: $0).path) }) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }
}
