// SPDX-License-Identifier: MIT

import Foundation
import SweepReports

/// Runs the tests of a package that have a world, in many worlds and orders.
struct Sweep {
  var package: URL
  var options: ExploreOptions
  /// The package's build folder.
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
    let testCount = try announce()
    let isNew = options.run == nil && makeWorlds()
    defer { if isNew { removeWorldsIfEmpty() } }
    let tests = try start()
    wait(for: tests, testCount)
    try show(tests)
  }

  // MARK: The folder where failures are remembered

  private var worlds: URL { package.appending(path: "Tests/Worlds") }

  /// Creates the folder for the tests to write to, except in CI, where nobody keeps it.
  ///
  /// - Returns: Whether the folder was created.
  private func makeWorlds() -> Bool {
    if isInCI(ProcessInfo.processInfo.environment) || FileManager.default.fileExists(atPath: worlds.path) {
      return false
    }
    do {
      try FileManager.default.createDirectory(at: worlds, withIntermediateDirectories: true)
      return true
    } catch {
      say(
        "failures aren't remembered, because \(worlds.path) can't be made. In a sandbox this allows it: "
          + "swift package --allow-writing-to-package-directory explore-worlds")
      return false
    }
  }

  private func removeWorldsIfEmpty() {
    for folder in [worlds, worlds.deletingLastPathComponent()] {
      guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path), files.isEmpty
      else { return }
      try? FileManager.default.removeItem(at: folder)
    }
  }

  // MARK: The tests

  /// Announces which tests run, and how long they take.
  ///
  /// - Returns: The maximum number of tests; `nil` if it isn't known.
  private func announce() throws -> Int? {
    let tests = try? TestList(runningAt: swift("list"), options)
    if let tests {
      if tests.names.isEmpty { throw Problem("no test is named like that") }
      if tests.ofXCTest > 0 {
        say("tests of XCTest aren't explored, only those of Swift Testing: \(tests.ofXCTest) are left out")
      }
      if tests.explorable == 0 { throw Problem("all of these tests are of XCTest") }
    }
    let count =
      tests.map { tests in
        "at most \(tests.explorable) \(tests.explorable == 1 ? "test" : "tests"): those that have a world"
      } ?? "all tests that have a world"
    if options.run != nil {
      say("the run of the token, in \(count)")
    } else {
      say(
        "\(count). Each has at most \(options.runs) runs. It ends within "
          + "\(time(options.minutes * 60 + 60)) minutes")
    }
    return tests?.explorable
  }

  /// The arguments of `swift test`.
  private func swift(_ subcommand: String...) -> [String] {
    // The command that runs the plugin holds the lock of the build folder until the plugin ends.
    ["swift", "test"] + subcommand + ["--skip-build", "--ignore-lock", "--disable-sandbox"]
      + ["--package-path", package.path, "--scratch-path", scratch.path]
  }

  /// Starts the tests, and writes their output to the log.
  private func start() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    var arguments = swift() + ["--disable-xctest"]
    for filter in options.filters { arguments += ["--filter", filter] }
    for skip in options.skips { arguments += ["--skip", skip] }
    process.arguments = arguments
    var environment = ProcessInfo.processInfo.environment
    environment["WORLD_EXPLORE"] = options.run ?? "\(options.runs)"
    environment["WORLD_EXPLORE_SHARD"] = options.shard.map { "\($0)" }
    environment["WORLD_EXPLORE_SECONDS"] = "\(options.minutes * 60)"
    environment["WORLD_EXPLORE_REPORT"] = report.path
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    process.environment = environment
    try Data().write(to: log)
    let output = try FileHandle(forWritingTo: log)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  /// Prints the progress every ten seconds until the tests end, which they do by themselves after the time limit.
  private func wait(for tests: Process, _ testCount: Int?) {
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
        "\(time(seconds)) of \(time(options.minutes * 60)), \(report?.explored ?? 0) tests\(testCount.map { " of at most \($0)" } ?? "") explored, "
          + "\(report?.breaking ?? 0) break")
    }
    tests.waitUntilExit()
  }

  private func show(_ tests: Process) throws {
    let report = read()
    let output = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    if report?.isComplete != true {
      // The messages of the runs that ended the process.
      for line in output.split(whereSeparator: \.isNewline) where line.hasPrefix("World: The process ends") {
        say(String(line))
      }
    }
    guard let report else {
      if tests.terminationStatus == 0 { throw Problem("no test that was run has a world") }
      throw Problem(
        output.contains("error: no tests found")
          ? "the package has no tests" : "the tests ended early, and explored nothing; see \(log.path)")
    }
    try report.show(options)
    say("the report is in \(self.report.path), the output of the tests in \(log.path)")
    if !report.isComplete {
      throw Problem("the tests ended early, after \(report.explored) were explored; see \(log.path)")
    }
    let left = report.count(.outOfTime)
    if left > 0 { say("the time was over before \(left) tests were explored") }
    try report.end()
  }

  private func read() -> SweepReport? { try? SweepReport(at: report) }

  private func time(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):" + String(format: "%02d", seconds % 60)
  }
}

/// The tests that match the user's filters.
struct TestList {
  /// Their names, as `swift test list` prints them.
  private(set) var names: [String]

  init(_ output: String, _ options: ExploreOptions) {
    func matches(_ name: String, _ pattern: String) -> Bool {
      name.range(of: pattern, options: .regularExpression) != nil
    }
    names = output.split(whereSeparator: \.isNewline).map(String.init).filter { name in
      // A test outside of a suite has no slash, and an XCTest test has no parentheses.
      (name.contains("/") || name.hasSuffix(")"))
        && (options.filters.isEmpty || options.filters.contains { matches(name, $0) })
        && !options.skips.contains { matches(name, $0) }
    }
  }

  /// Runs a command that lists the tests.
  init(runningAt arguments: [String], _ options: ExploreOptions) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Problem("the tests can't be listed") }
    self.init(text, options)
  }

  /// The number of XCTest tests, whose names have no parentheses.
  var ofXCTest: Int { names.count { !$0.hasSuffix(")") } }

  var explorable: Int { names.count - ofXCTest }
}
