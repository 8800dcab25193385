import Foundation
import PackagePlugin

/// `swift package check-world`: tells the tool what the package is made of, and passes the user's words on.
@main
struct CheckWorldPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let description = context.pluginWorkDirectoryURL.appending(path: "package.json")
    try JSONEncoder().encode(Description(context.package)).write(to: description)

    let tool = Process()
    tool.executableURL = try context.tool(named: "CheckWorld").url
    tool.arguments = [description.path] + arguments
    try tool.run()
    tool.waitUntilExit()
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}

/// What the tool decodes as its `Package`.
private struct Description: Encodable {
  struct Target: Encodable {
    var name: String
    var folder: String
    var sources: [String]
  }

  var folder: String
  var targets: [Target]

  /// Tests may do what they like with the world.
  init(_ package: Package) {
    folder = package.directoryURL.path
    targets = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind != .test }.map {
      Target(
        name: $0.name, folder: $0.directoryURL.path,
        sources: $0.sourceFiles(withSuffix: ".swift").map(\.url.path))
    }
  }
}
