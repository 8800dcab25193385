// SPDX-License-Identifier: MIT

import Foundation
import SweepReports

/// The user's options.
struct ExploreOptions {
  var runs = 200
  var minutes = 10.0
  var filters: [String] = []
  var skips: [String] = []
  /// The token of the only run to make.
  var run: String?
  var shard: Shard?
  var report: URL?
  var summary: URL?
  var isVerbose = false
  var isHelp = false
  /// The reports to merge; `nil` to explore tests.
  var merged: [URL]?

  static let help = """
    Explores every test that has a world, in many worlds and with its tasks in many orders.

    USAGE: swift package explore-worlds [--runs N] [--minutes M] [--filter REGEX] [--skip REGEX] [--shard K/N]
                                        [--report FILE] [--summary FILE] [--verbose]
           swift package explore-worlds --run TOKEN --filter REGEX
           swift package explore-worlds merge REPORT... [--report FILE] [--summary FILE] [--verbose]

      --runs N        how many runs a test has at most (200)
      --minutes M     when that time is over, each test that is left has one run (10)
      --filter REGEX  only tests whose names match, as in `swift test`; may be repeated
      --skip REGEX    all but those; may be repeated
      --run TOKEN     only the run that a token such as w2:AgM stands for
      --shard K/N     part K of N, for N machines: each makes all runs, with seeds of its own
      --report FILE   the report in JSON; without it, in the plugin's folder
      --summary FILE  a summary in Markdown, which is added to the file
      --verbose       a line for each test that passes: runs, orders, faults that were reached, what was never read
      merge           makes one report of those of several machines

    Runs that fail are remembered in Tests/Worlds, unless the variable CI is set. Tests of XCTest aren't explored.

    EXIT CODES: 0 if no test breaks, 1 if one does, and 2 if that can't be said: an option, a report or a file of
    Tests/Worlds is bad, the tests couldn't be built or run, they didn't end, or none of them has a world. `swift package`
    itself exits with 1 for both; then the last line, on standard error, says which. The last line counts the tests that
    break, need their world or exact times, or can't be repeated.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    if rest.first == "merge" {
      rest.removeFirst()
      merged = []
    }
    var ofSweep: String?
    while let name = rest.popFirst() {
      if merged != nil, !name.hasPrefix("-") {
        merged?.append(URL(fileURLWithPath: name))
        continue
      }
      // `--runs 20` or `--runs=20`
      let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws -> String {
        if parts.count > 1 { return parts[1] }
        guard let value = rest.first, !value.hasPrefix("--") else {
          throw ExploreOptions.problem("\(name) has no value")
        }
        return rest.removeFirst()
      }
      func value<Value>(_ form: String, _ read: (String) -> Value?) throws -> Value {
        let text = try value()
        guard let value = read(text) else {
          throw ExploreOptions.problem("\(parts[0]) is \(form), not '\(text)'")
        }
        return value
      }
      switch parts.first {
      case "--help", "-h": isHelp = true
      case "--verbose", "-v": isVerbose = true
      case "--report": report = URL(fileURLWithPath: try value())
      case "--summary": summary = URL(fileURLWithPath: try value())
      case "--runs": runs = try value("a number above 0") { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      case "--minutes":
        minutes = try value("a number above 0") {
          Double($0).flatMap { $0 > 0 && $0 < 100_000 ? $0 : nil }
        }
      case "--filter": filters.append(try value())
      case "--skip": skips.append(try value())
      case "--run": run = try value("a token that begins with w2:") { $0.hasPrefix("w2:") ? $0 : nil }
      case "--shard": shard = try value("a part of all, such as 3/8") { Shard($0) }
      default: throw ExploreOptions.problem("unknown option '\(name)'")
      }
      if !["--help", "-h", "--verbose", "-v", "--report", "--summary"].contains(parts.first) {
        ofSweep = parts.first
      }
    }
    if isHelp { return }
    if let merged {
      if let ofSweep { throw ExploreOptions.problem("merge has no option '\(ofSweep)'") }
      if merged.isEmpty { throw ExploreOptions.problem("merge needs reports") }
    }
    if run != nil, filters.isEmpty {
      throw ExploreOptions.problem("--run needs a --filter: a token is of one test")
    }
  }

  private static func problem(_ text: String) -> Problem {
    Problem(text + ". Try: swift package explore-worlds --help")
  }
}
