// SPDX-License-Identifier: MIT

import Foundation

/// The program that the `check-world` plugin runs, with a file that describes the package and the user's arguments.
@main
struct Command {
  static func main() {
    do throws(UsageError) {
      exit(try run(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("check-world: \(error.text)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ words: [String]) throws(UsageError) -> Int32 {
    guard let description = words.first, let data = FileManager.default.contents(atPath: description),
      let package = try? JSONDecoder().decode(Package.self, from: data)
    else {
      throw UsageError("it needs a package's description; run it as 'swift package check-world'")
    }
    var options = Options()
    if let file = FileManager.default.contents(atPath: package.absolute(Options.fileName)) {
      try options.read(file: String(decoding: file, as: UTF8.self))
    }
    try options.read(Array(words.dropFirst()))
    if options.wantsHelp {
      print(Options.help, terminator: "")
      return 0
    }
    if options.wantsRules {
      print(Rule.list, terminator: "")
      return 0
    }
    var check = try Check(package, options)
    if let path = options.newBaseline {
      try write(check.entries, to: path, in: package)
      return 0
    }
    if options.isFixing { check = try check.fixed() }
    let report = Report(check: check, workingFolder: FileManager.default.currentDirectoryPath)
    do { print(try report.text(options.format), terminator: "") } catch {
      throw UsageError(
        "the findings can't be written as \(options.format.rawValue): \(error.localizedDescription)")
    }
    return options.isStrict && !check.findings.isEmpty ? 1 : 0
  }

  private static func write(
    _ entries: [Baseline.Entry], to path: String, in package: Package
  ) throws(UsageError) {
    do {
      try Data(Baseline.text(of: entries).utf8).write(to: URL(fileURLWithPath: package.absolute(path)))
      print("check-world: findings written to \(path): \(entries.count)")
    } catch {
      throw UsageError(ofWriting: path, error, flags: "--write-baseline \(path)")
    }
  }
}
