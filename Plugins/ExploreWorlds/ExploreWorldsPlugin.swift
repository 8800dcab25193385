// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// `swift package explore-worlds`: builds the tests, and passes the package's path and the user's arguments to the tool.
///
/// Every program that depends on World compiles this file, so it is small.
@main
struct ExploreWorldsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let tool = try context.tool(named: "ExploreWorlds").url
    switch try run(tool, ["check"] + arguments) {
    case 0: break
    case 3: return
    case let code: exit(code)
    }
    print("explore-worlds: building the tests")
    // SwiftPM builds them outside of the plugin's sandbox.
    let build = try packageManager.build(.all(includingTests: true), parameters: .init())
    guard build.succeeded else {
      Diagnostics.error("the tests can't be built:\n\(build.logText)")
      exit(2)
    }
    let folders = [context.package.directoryURL.path, context.pluginWorkDirectoryURL.path]
    let code = try run(tool, folders + arguments)
    if code != 0 { exit(code) }
  }

  private func run(_ tool: URL, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    // SwiftPM prints a plugin's standard error on standard output, but prints diagnostics on standard error.
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if !text.isEmpty { Diagnostics.error(text.trimmingCharacters(in: .newlines)) }
    return process.terminationStatus
  }
}
