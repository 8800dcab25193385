// SPDX-License-Identifier: MIT

/// The package to check, as the plugin describes it.
struct Package: Codable {
  struct Target: Codable {
    var name: String
    var folder: String
    /// The Swift sources, as absolute paths.
    var sources: [String]
    /// Whether it has tests, which may do what they like with the world, unless a dependency reads itself.
    var isTest: Bool?
  }

  /// A source file. Its paths are relative to the package's and to the target's folder.
  struct Source {
    var target, path, pathInTarget: String
    var isTest = false
  }

  var folder: String
  var targets: [Target]

  var sources: [Source] {
    targets.flatMap { target in
      target.sources.map { source in
        Source(
          target: target.name, path: Package.path(of: source, below: folder),
          pathInTarget: Package.path(of: source, below: target.folder), isTest: target.isTest == true)
      }
    }
  }

  /// Returns a path relative to a folder, or the absolute path of a file outside of it.
  static func path(of file: String, below folder: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }

  /// Returns the absolute path of a file in the package's folder.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }
}
