import Foundation
import TestSupport

@testable import CheckWorld

/// A package in a folder of its own, which goes away with it.
final class Shop {
  private let temporary = TemporaryFolder()
  var folder: String { temporary.path }
  private var targets: [String: [String]] = [:]

  init(_ files: [String: String]) throws {
    for (path, text) in files { try write(text, to: path) }
  }

  /// A file of `Sources` or `Tests` becomes one of the target in whose folder it is.
  func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: folder + "/" + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    let parts = path.split(separator: "/").map(String.init)
    guard ["Sources", "Tests"].contains(parts.first),
      targets[parts[0] + "/" + parts[1]]?.contains(url.path) != true
    else { return }
    targets[parts[0] + "/" + parts[1], default: []].append(url.path)
  }

  func read(_ path: String) throws -> String {
    // With a byte order mark, if it has one.
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)), as: UTF8.self)
  }

  var package: Package {
    Package(
      folder: folder,
      targets: targets.map { target, sources in
        let parts = target.split(separator: "/")
        return Package.Target(
          name: String(parts[1]), folder: folder + "/" + target, sources: sources, isTest: parts[0] == "Tests"
        )
      })
  }

  /// The places and rules of what is found.
  func check(_ change: (inout Options) -> Void = { _ in }) throws -> [String] {
    var options = Options()
    change(&options)
    return try Check(package, options).findings.map { "\($0.path):\($0.line):\($0.column) \($0.rule)" }
  }
}
