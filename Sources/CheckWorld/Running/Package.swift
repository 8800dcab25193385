// SPDX-License-Identifier: MIT

/// The package to check, as the plugin describes it.
struct Package: Codable {
  struct Target: Codable {
    var name: String
    var folder: String
    /// The Swift sources, as absolute paths.
    var sources: [String]
  }

  /// A source of a target, by its paths below the package's and the target's folder.
  struct Source {
    var target, path, pathInTarget: String
  }

  var folder: String
  /// Those that aren't tests.
  var targets: [Target]

  var sources: [Source] {
    targets.flatMap { target in
      target.sources.map { source in
        Source(
          target: target.name, path: Package.path(of: source, below: folder),
          pathInTarget: Package.path(of: source, below: target.folder))
      }
    }
  }

  /// The absolute path, if the file isn't in the folder.
  static func path(of file: String, below folder: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }

  /// The absolute path of a file that is relative to the package's folder.
  func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }
}
