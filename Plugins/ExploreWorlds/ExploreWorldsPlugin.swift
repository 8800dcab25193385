import Foundation
import PackagePlugin

/// `swift package explore-worlds`: tells the tool where the package is, and passes the user's words on.
///
/// Every program that depends on World compiles this file, so it is small.
@main
struct ExploreWorldsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = Process()
    tool.executableURL = try context.tool(named: "ExploreWorlds").url
    tool.arguments = [context.package.directoryURL.path, context.pluginWorkDirectoryURL.path] + arguments
    // SwiftPM prints a plugin's own standard error on standard output; its diagnostics it doesn't. With one of them,
    // `swift package` exits with 1.
    let errors = Pipe()
    tool.standardError = errors
    try tool.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    if !text.isEmpty { Diagnostics.error(text.trimmingCharacters(in: .newlines)) }
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
