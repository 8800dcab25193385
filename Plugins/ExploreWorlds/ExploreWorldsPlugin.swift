import Foundation
import PackagePlugin

/// `swift package explore-worlds`: builds the tests, runs those that have a world in many worlds, and says what came of it.
@main
struct ExploreWorldsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let options: Options
    do { options = try Options(arguments) } catch {
      Diagnostics.error("\(error). Try: swift package explore-worlds --help")
      exit(Exit.usage.rawValue)
    }
    if options.isHelp { return print(Options.help) }

    say("building the tests")
    let build = try packageManager.build(.all(includingTests: true), parameters: .init())
    guard build.succeeded else {
      Diagnostics.error("the tests can't be built:\n\(build.logText)")
      exit(Exit.failure.rawValue)
    }

    let folder = context.pluginWorkDirectoryURL
    let sweep = Sweep(
      package: context.package.directoryURL,
      // The plugin's folder is `plugins/NAME/outputs` of the folder that is built in.
      scratch: folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent(),
      log: folder.appending(path: "tests.log"),
      report: options.report ?? folder.appending(path: "report.json"))
    exit(try sweep.run(options).rawValue)
  }
}

private enum Exit: Int32 {
  case passed = 0
  /// A test breaks.
  case breaks = 1
  /// The tests couldn't be built or run, or didn't end.
  case failure = 2
  case usage = 64
}

/// Progress, on standard error: what the command prints on standard output is the table.
private func say(_ text: String) {
  FileHandle.standardError.write(Data("explore-worlds: \(text)\n".utf8))
}

private struct Options {
  var runs = 200
  var minutes = 10.0
  var filters: [String] = []
  var skips: [String] = []
  var report: URL?
  var isHelp = false

  static let help = """
    Explores every test that has a world, in many worlds and with its tasks in many orders.

    USAGE: swift package explore-worlds [--runs N] [--minutes M] [--filter REGEX] [--skip REGEX] [--report FILE]

      --runs N        how many runs a test has at most (200)
      --minutes M     when that time is over, each test that is left has one run (10)
      --filter REGEX  only tests whose names match, as in `swift test`; may be repeated
      --skip REGEX    all but those; may be repeated
      --report FILE   the report in JSON; without it, in the plugin's folder

    EXIT CODES: 0 no test breaks; 1 a test breaks; 2 the tests couldn't be built or run, or didn't end; 64 bad options.
    `swift package` exits with 1 for each but 0, and its last line says which it was.
    """

  struct Problem: Error, CustomStringConvertible { var description: String }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      // `--runs 20` or `--runs=20`
      let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.popFirst() else { throw Problem(description: "\(name) has no value") }
        return value
      }
      switch parts.first {
      case "--help", "-h": isHelp = true
      case "--runs":
        let text = try value()
        guard let number = Int(text), number > 0 else {
          throw Problem(description: "--runs is a number above 0, not '\(text)'")
        }
        runs = number
      case "--minutes":
        let text = try value()
        guard let number = Double(text), number > 0, number < 100_000 else {
          throw Problem(description: "--minutes is a number above 0, not '\(text)'")
        }
        minutes = number
      case "--filter": filters.append(try value())
      case "--skip": skips.append(try value())
      case "--report": report = URL(fileURLWithPath: try value())
      default: throw Problem(description: "unknown option '\(name)'")
      }
    }
  }
}

/// What `SweepTable` of WorldTesting writes, as far as it is read here.
private struct Report: Decodable {
  struct Test: Decodable { var result: String }
  var isComplete: Bool
  var tests: [Test]
  var table: String

  func count(_ results: String...) -> Int { tests.count { results.contains($0.result) } }
  var breaking: Int { count("fails", "breaks") }
}

private struct Sweep {
  var package: URL
  var scratch: URL
  var log: URL
  var report: URL

  /// After the time for exploring, how long the tests that are left may take.
  private static let grace = 120.0

  func run(_ options: Options) throws -> Exit {
    try? FileManager.default.removeItem(at: report)
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let tests = Process()
    tests.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The lock of the folder is held by the command that runs this plugin, and waits for it.
    tests.arguments =
      ["swift", "test", "--skip-build", "--ignore-lock", "--disable-sandbox", "--disable-xctest"]
      + ["--package-path", package.path, "--scratch-path", scratch.path]
      + options.filters.flatMap { ["--filter", $0] } + options.skips.flatMap { ["--skip", $0] }
    tests.environment = ProcessInfo.processInfo.environment.merging([
      "WORLD_EXPLORE": "\(options.runs)", "WORLD_EXPLORE_SECONDS": "\(options.minutes * 60)",
      "WORLD_EXPLORE_REPORT": report.path,
    ]) { $1 }
    tests.standardOutput = output
    tests.standardError = output
    try tests.run()
    wait(for: tests, options)
    return result(of: tests, options)
  }

  /// Prints a line of progress every few seconds.
  private func wait(for tests: Process, _ options: Options) {
    let start = Date()
    var next = 10.0
    while tests.isRunning {
      Thread.sleep(forTimeInterval: 0.25)
      let seconds = Date().timeIntervalSince(start)
      if seconds > options.minutes * 60 + Sweep.grace { tests.terminate() }
      guard seconds >= next, tests.isRunning else { continue }
      next += 10
      let report = read()
      say(
        "\(time(seconds)) of \(time(options.minutes * 60)), \(report?.tests.count ?? 0) tests explored, "
          + "\(report?.breaking ?? 0) break")
    }
    tests.waitUntilExit()
  }

  private func result(of tests: Process, _ options: Options) -> Exit {
    guard let report = read() else {
      if tests.terminationStatus == 0 {
        print("No test has a world: nothing was explored.")
        return .passed
      }
      Diagnostics.error(
        "the tests ended with \(tests.terminationStatus) and explored nothing; see \(log.path)")
      return .failure
    }
    print(report.table.trimmingCharacters(in: .newlines))
    say("the report is in \(self.report.path), the output of the tests in \(log.path)")
    if !report.isComplete {
      Diagnostics.error(
        "the tests ended early, with \(tests.terminationStatus), after \(report.tests.count) were explored")
      return .failure
    }
    if report.breaking > 0 {
      Diagnostics.error("\(report.breaking == 1 ? "1 test breaks" : "\(report.breaking) tests break")")
      return .breaks
    }
    let left = report.count("out of time")
    if left > 0 { say("the time was over before \(left) tests were explored") }
    return .passed
  }

  private func read() -> Report? {
    (try? Data(contentsOf: report)).flatMap { try? JSONDecoder().decode(Report.self, from: $0) }
  }

  private func time(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):" + String(format: "%02d", seconds % 60)
  }
}
