import Foundation

/// The package to check, as the plugin describes it.
struct Package: Codable {
  struct Target: Codable {
    var name: String
    var folder: String
    /// The Swift sources, as absolute paths.
    var sources: [String]
  }

  var folder: String
  /// Those that aren't tests.
  var targets: [Target]

  func path(below folder: String, of source: String) -> String {
    source.hasPrefix(folder + "/") ? String(source.dropFirst(folder.count + 1)) : source
  }
}
