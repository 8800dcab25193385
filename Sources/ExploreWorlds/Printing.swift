// SPDX-License-Identifier: MIT

import Foundation
import SweepReports

/// An error that ends the program. Its description is the last line on standard error.
struct Problem: Error, CustomStringConvertible {
  var description: String
  /// The program's exit code.
  var code: Int32 = 2

  init(_ description: String) { self.description = description }

  /// Creates a problem for tests that break.
  init(breaking counts: String) { (description, code) = (counts, 1) }
}

/// Prints a line without buffering.
func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func say(_ text: String) { write("explore-worlds: \(text)") }

extension SweepReport {
  /// Reads a report.
  init(at url: URL) throws {
    guard let data = try? Data(contentsOf: url) else { throw Problem("\(url.path) can't be read") }
    struct Version: Decodable { var version: Int }
    let version = try? JSONDecoder().decode(Version.self, from: data).version
    if let version, version != SweepReport.version {
      throw Problem("\(url.path) is a report of version \(version), and not of \(SweepReport.version)")
    }
    do { self = try JSONDecoder().decode(SweepReport.self, from: data) } catch {
      throw Problem("\(url.path) is no report of explore-worlds")
    }
  }

  /// Prints the table, and what the options add to it.
  func show(_ options: ExploreOptions) throws {
    write(text.trimmingCharacters(in: .newlines))
    if options.isVerbose { for line in summaries { write(line) } }
    for command in commands { say("again: \(command)") }
    guard let summary = options.summary else { return }
    do {
      let before = (try? Data(contentsOf: summary)) ?? Data()
      try (before + Data(markdown.utf8)).write(to: summary)
    } catch { throw Problem("the summary can't be written to \(summary.path)") }
  }

  /// Merges reports, and shows the result.
  static func merge(_ urls: [URL], _ options: ExploreOptions) throws {
    let reports = try urls.map { try SweepReport(at: $0) }
    let merged: SweepReport
    do { merged = try SweepReport(merging: reports) } catch { throw Problem("\(error)") }
    if let report = options.report {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      do { try encoder.encode(merged).write(to: report) } catch {
        throw Problem("the report can't be written to \(report.path)")
      }
    }
    try merged.show(options)
    if let early = zip(urls, reports).first(where: { !$0.1.isComplete }) {
      throw Problem("the tests of \(early.0.path) ended early")
    }
    try merged.end()
  }

  /// Ends with how many tests have each result. Throws if tests break, or if the report has a problem.
  func end() throws {
    if breaking > 0 { throw Problem(breaking: counts) }
    if let problem = problems.first { throw Problem(problem) }
    say(counts)
  }
}
