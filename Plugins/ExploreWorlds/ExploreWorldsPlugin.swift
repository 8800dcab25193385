import Foundation
import PackagePlugin

/// `swift package explore-worlds`: builds the tests, runs those that have a world in many worlds, and says what came of it.
@main
struct ExploreWorldsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let options: Options
    do { options = try Options(arguments) } catch {
      return fail("\(error). Try: swift package explore-worlds --help")
    }
    if options.isHelp { return print(Options.help) }

    say("building the tests")
    let build = try packageManager.build(.all(includingTests: true), parameters: .init())
    guard build.succeeded else { return fail("the tests can't be built:\n\(build.logText)") }

    let folder = context.pluginWorkDirectoryURL
    let sweep = Sweep(
      package: context.package.directoryURL,
      // The plugin's folder is `plugins/NAME/outputs` of the folder that is built in.
      scratch: folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent(),
      log: folder.appending(path: "tests.log"),
      report: options.report ?? folder.appending(path: "report.json"))
    try sweep.run(options)
  }
}

private func say(_ text: String) { print("explore-worlds: \(text)") }

/// An error, on standard error, makes `swift package` exit with 1, whatever a plugin exits with.
private func fail(_ text: String) { Diagnostics.error(text) }

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

    EXIT CODES: 0 if no test breaks, and 1 otherwise: a test breaks, the tests couldn't be built or run, they didn't end,
    none of them has a world, or an option is bad. The last line, on standard error, says which.
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

  func run(_ options: Options) throws {
    do { try Data().write(to: report) } catch { return fail("the report can't be written to \(report.path)") }
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    let tests = Process()
    tests.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The lock of the folder is held by the command that runs this plugin, and waits for it.
    var arguments = [
      "swift", "test", "--skip-build", "--ignore-lock", "--disable-sandbox", "--disable-xctest",
    ]
    arguments += ["--package-path", package.path, "--scratch-path", scratch.path]
    for filter in options.filters { arguments += ["--filter", filter] }
    for skip in options.skips { arguments += ["--skip", skip] }
    tests.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["WORLD_EXPLORE"] = "\(options.runs)"
    environment["WORLD_EXPLORE_SECONDS"] = "\(options.minutes * 60)"
    environment["WORLD_EXPLORE_REPORT"] = report.path
    tests.environment = environment
    tests.standardOutput = output
    tests.standardError = output
    try tests.run()
    wait(for: tests, options)
    show(tests)
  }

  /// Prints a line of progress every ten seconds. The tests end by themselves some time after their time is over.
  private func wait(for tests: Process, _ options: Options) {
    let start = Date()
    var next = 10.0
    while tests.isRunning {
      Thread.sleep(forTimeInterval: 0.25)
      let seconds = Date().timeIntervalSince(start)
      guard seconds >= next, tests.isRunning else { continue }
      next += 10
      let report = read()
      say(
        "\(time(seconds)) of \(time(options.minutes * 60)), \(report?.tests.count ?? 0) tests explored, "
          + "\(report?.breaking ?? 0) break")
    }
    tests.waitUntilExit()
  }

  private func show(_ tests: Process) {
    guard let report = read() else {
      return fail(
        tests.terminationStatus == 0
          ? "no test that was run has a world"
          : "the tests ended early, and explored nothing; see \(log.path)")
    }
    print(report.table.trimmingCharacters(in: .newlines))
    say("the report is in \(self.report.path), the output of the tests in \(log.path)")
    if !report.isComplete {
      return fail("the tests ended early, after \(report.tests.count) were explored; see \(log.path)")
    }
    let left = report.count("out of time")
    if left > 0 { say("the time was over before \(left) tests were explored") }
    if report.breaking > 0 { fail(report.breaking == 1 ? "1 test breaks" : "\(report.breaking) tests break") }
  }

  private func read() -> Report? {
    (try? Data(contentsOf: report)).flatMap { try? JSONDecoder().decode(Report.self, from: $0) }
  }

  private func time(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):" + String(format: "%02d", seconds % 60)
  }
}
