import Foundation

/// Why tests weren't explored, or which of them break: the last line, on standard error.
struct Problem: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// What `SweepTable` of WorldTesting writes, as far as it is read here.
struct SweepReport: Decodable {
  /// Some cases of a test.
  struct Row: Decodable {
    var test: String
    var result: String
  }

  var isComplete: Bool
  var tests: [Row]
  var table: String

  /// How many tests have a row with such a result; how many there are if none is named.
  func count(_ results: String...) -> Int {
    Set(tests.filter { results.isEmpty || results.contains($0.result) }.map(\.test)).count
  }
  var explored: Int { count() - count("out of time") }
  var breaking: Int { count("fails", "breaks") }
}

/// Runs the tests of a package that have a world, in many worlds.
struct Sweep {
  var package: URL
  var options: ExploreOptions
  /// The folder that the package is built in.
  var scratch: URL
  var log: URL
  var report: URL

  init(package: URL, folder: URL, options: ExploreOptions) {
    self.package = package
    self.options = options
    scratch = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    log = folder.appending(path: "tests.log")
    report = options.report ?? folder.appending(path: "report.json")
  }

  func run() throws {
    do { try Data().write(to: report) } catch {
      throw Problem("the report can't be written to \(report.path)")
    }
    let tests = try start()
    wait(for: tests)
    try show(tests)
  }

  /// Starts the tests, with their output in the log.
  private func start() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The lock of the folder is held by the command that runs the plugin, and waits for it.
    var arguments = [
      "swift", "test", "--skip-build", "--ignore-lock", "--disable-sandbox", "--disable-xctest",
    ]
    arguments += ["--package-path", package.path, "--scratch-path", scratch.path]
    for filter in options.filters { arguments += ["--filter", filter] }
    for skip in options.skips { arguments += ["--skip", skip] }
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["WORLD_EXPLORE"] = "\(options.runs)"
    environment["WORLD_EXPLORE_SECONDS"] = "\(options.minutes * 60)"
    environment["WORLD_EXPLORE_REPORT"] = report.path
    process.environment = environment
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  /// Prints a line of progress every ten seconds. The tests end by themselves some time after their time is over.
  private func wait(for tests: Process) {
    // check-world: allow what watches another process has no world
    let start = Date()
    var next = 10.0
    while tests.isRunning {
      // check-world: allow the same
      Thread.sleep(forTimeInterval: 0.25)
      // check-world: allow the same
      let seconds = Date().timeIntervalSince(start)
      guard seconds >= next, tests.isRunning else { continue }
      next += 10
      let report = read()
      say(
        "\(time(seconds)) of \(time(options.minutes * 60)), \(report?.explored ?? 0) tests explored, "
          + "\(report?.breaking ?? 0) break")
    }
    tests.waitUntilExit()
  }

  private func show(_ tests: Process) throws {
    guard let report = read() else {
      throw Problem(
        tests.terminationStatus == 0
          ? "no test that was run has a world"
          : "the tests ended early, and explored nothing; see \(log.path)")
    }
    write(report.table.trimmingCharacters(in: .newlines))
    say("the report is in \(self.report.path), the output of the tests in \(log.path)")
    if !report.isComplete {
      throw Problem("the tests ended early, after \(report.explored) were explored; see \(log.path)")
    }
    let left = report.count("out of time")
    if left > 0 { say("the time was over before \(left) tests were explored") }
    if report.breaking == 0 { return }
    throw Problem(report.breaking == 1 ? "1 test breaks" : "\(report.breaking) tests break")
  }

  private func read() -> SweepReport? {
    (try? Data(contentsOf: report)).flatMap { try? JSONDecoder().decode(SweepReport.self, from: $0) }
  }

  private func say(_ text: String) { write("explore-worlds: \(text)") }

  /// Prints a line at once.
  private func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  private func time(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):" + String(format: "%02d", seconds % 60)
  }
}
