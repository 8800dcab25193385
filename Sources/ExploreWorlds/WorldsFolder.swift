import Foundation
import SweepReports

/// The folder that failures are remembered in: `Tests/Worlds` of a package.
struct WorldsFolder {
  private let url: URL

  init(of package: URL) { url = package.appending(path: "Tests/Worlds") }

  /// Makes it, so that tests write into it; not on a machine that forgets it.
  func make() {
    if isInCI(ProcessInfo.processInfo.environment) { return }
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
      say(
        "failures aren't remembered, because \(url.path) can't be made. In a sandbox this allows it: "
          + "swift package --allow-writing-to-package-directory explore-worlds")
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
