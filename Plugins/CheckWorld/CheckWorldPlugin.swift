// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// `swift package check-world`: passes a description of the package and the user's arguments to the tool.
///
/// Every program that depends on World compiles this file, so it is small and declares no types to encode.
@main
struct CheckWorldPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    // The tool decodes this as its `Package`.
    var targets: [[String: Any]] = []
    for target in context.package.targets {
      guard let target = target as? SwiftSourceModuleTarget else { continue }
      let sources = target.sourceFiles(withSuffix: ".swift").map { $0.url.path }
      targets.append([
        "name": target.name, "folder": target.directoryURL.path, "sources": sources,
        "isTest": target.kind == .test,
      ])
    }
    let package: [String: Any] = ["folder": context.package.directoryURL.path, "targets": targets]
    let description = context.pluginWorkDirectoryURL.appendingPathComponent("package.json")
    try JSONSerialization.data(withJSONObject: package).write(to: description)

    let tool = Process()
    tool.executableURL = try context.tool(named: "CheckWorld").url
    tool.arguments = [description.path] + arguments
    // SwiftPM prints a plugin's standard error on standard output, among the findings, but prints diagnostics on standard error.
    let errors = Pipe()
    tool.standardError = errors
    try tool.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    if !text.isEmpty { Diagnostics.error(text.trimmingCharacters(in: .newlines)) }
    if tool.terminationStatus != 0 { exit(tool.terminationStatus) }
  }
}
