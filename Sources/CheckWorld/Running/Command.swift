import Foundation

/// `check-world`, as its plugin calls it: with a file that describes the package, and the user's arguments.
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
    let check = try Check(package, options)
    if let path = options.newBaseline {
      try write(check.entries, to: path, in: package)
      return 0
    }
    let report = Report(check: check, workingFolder: FileManager.default.currentDirectoryPath)
    for line in report.lines { print(line) }
    print(report.summary)
    return options.isStrict && !check.findings.isEmpty ? 1 : 0
  }

  private static func write(
    _ entries: [Baseline.Entry], to path: String, in package: Package
  ) throws(UsageError) {
    do {
      try Data(Baseline.text(of: entries).utf8).write(to: URL(fileURLWithPath: package.absolute(path)))
      print("check-world: findings written to \(path): \(entries.count)")
    } catch {
      throw UsageError(
        """
        \(path) can't be written (\(error.localizedDescription)). On macOS a plugin may write only if it is let: \
        swift package --allow-writing-to-package-directory check-world --write-baseline \(path)
        """)
    }
  }
}
