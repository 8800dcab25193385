// SPDX-License-Identifier: MIT

import Foundation
import SweepReports

/// The folder where failures are remembered: `Tests/Worlds` of a package.
struct WorldsFolder {
  private let url: URL

  init(of package: URL) { url = package.appending(path: "Tests/Worlds") }

  /// Creates the folder for the tests to write to, except in CI, where nobody keeps it.
  ///
  /// - Returns: Whether the folder was created.
  func make() -> Bool {
    if isInCI(ProcessInfo.processInfo.environment) || FileManager.default.fileExists(atPath: url.path) {
      return false
    }
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      return true
    } catch {
      say(
        "failures aren't remembered, because \(url.path) can't be made. In a sandbox this allows it: "
          + "swift package --allow-writing-to-package-directory explore-worlds")
      return false
    }
  }

  func removeIfEmpty() {
    for folder in [url, url.deletingLastPathComponent()] {
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path), files.isEmpty
      else { return }
      try? FileManager.default.removeItem(at: folder)
    }
  }
}
