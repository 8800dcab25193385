import Foundation

/// The compiler, to show what compiles and what doesn't.
package enum Compiler {
  /// Compiles a source, as far as errors can be, against the modules that this test was built with.
  ///
  /// - Parameters:
  ///   - source: A file of a module.
  ///   - flags: Flags beside those for Swift 6.
  /// - Returns: The lines of the errors; none, if it compiles.
  package static func errors(in source: String, flags: [String] = []) throws -> [String] {
    let folder = TemporaryFolder()
    let file = folder.file("Module.swift")
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The modules that Foundation needs have been built for these tests, so they aren't built again.
    var arguments = ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-parse-as-library"]
    arguments += ["-module-name", "Module", "-I", modules.path]
    arguments += ["-module-cache-path", modules.path + "/../ModuleCache"]
    arguments += ["-Xcc", "-fmodule-map-file=\(modules.path)/../CWorldTesting.build/module.modulemap"]
    process.arguments = arguments + [file] + flags
    let output = Pipe()
    process.standardError = output
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let errors = text.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
    // A compiler that fails without an error didn't compile anything.
    if process.terminationStatus != 0, errors.isEmpty { return [text] }
    return errors
  }

  /// Where the package's modules were built, beside the test bundle.
  private static var modules: URL {
    #if canImport(Darwin)
      let products =
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
      return products.deletingLastPathComponent().appendingPathComponent("Modules")
    #else
      return Bundle.main.bundleURL.appendingPathComponent("Modules")
    #endif
  }
}
