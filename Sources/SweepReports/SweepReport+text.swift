// SPDX-License-Identifier: MIT

extension SweepReport {
  /// The table in Markdown, tests that fail first.
  package var text: String {
    lines { $0 }.joined(separator: "\n")
  }

  /// The table for a web page, with the commands that repeat failures.
  package var markdown: String {
    let escaped = lines { cell in
      cell.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("|", with: "\\|")
        .replacing("\n", with: " ")
    }
    // A table begins after an empty line.
    var lines = ["### explore-worlds", ""] + escaped.dropFirst().prefix(1) + [""] + escaped.dropFirst(2)
    let commands = commands
    if !commands.isEmpty { lines += ["", "To run it again:", "", "```"] + commands + ["```"] }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How many tests have each result that asks for a change: `1 test breaks, 2 need exact times, 1 can't be repeated`.
  package var counts: String {
    // The most severe result of each test.
    var first: [String: Verdict] = [:]
    for row in tests { first[row.test] = min(row.result, first[row.test] ?? row.result) }
    func words(_ result: Verdict, _ one: String, _ several: String) -> String? {
      let count = first.values.count { $0 == result }
      return count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
    }
    let breaks = breaking == 1 ? "1 test breaks" : "\(breaking) tests break"
    let others = [
      words(.needsItsWorld, "needs its world", "need their world"),
      words(.needsExactTimes, "needs exact times", "need exact times"),
      words(.isNotRepeatable, "can't be repeated", "can't be repeated"),
    ]
    return ([breaks] + others.compactMap(\.self)).joined(separator: ", ")
  }

  /// The commands that repeat failures.
  package var commands: [String] {
    tests.filter { $0.result <= .breaks }.compactMap { row in
      row.token.map {
        "swift package explore-worlds --run '\($0)' --filter \(SweepReport.filter(ofTest: row.test).inShell)"
      }
    }
  }

  /// A line for each test that passes, with what its runs covered.
  package var summaries: [String] {
    tests.filter { $0.result >= .passes }.map { "\($0.file):\($0.line) \($0.name): \($0.summary)" }
  }

  /// Returns the regular expression that selects a test with `--filter`.
  ///
  /// - Parameter test: The test's identifier, with or without its location.
  package static func filter(ofTest test: String) -> String {
    let name = SweepReport.name(ofTest: test)
    let special: Set<Character> = ["\\", ".", "(", ")", "[", "]", "{", "}", "*", "+", "?", "^", "$", "|"]
    return "^" + name.map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Returns a test's identifier without its location: `ShopTests.CartTests/adds()` for
  /// `ShopTests.CartTests/adds()/CartTests.swift:11:4`.
  package static func name(ofTest test: String) -> String {
    test.firstMatch(of: /^(.*)\/[^\/]*\.swift:\d+:\d+$/).map { String($0.1) } ?? test
  }

  private func lines(_ escape: (String) -> String) -> [String] {
    var lines = [
      "", "Explored \(explored) \(explored == 1 ? "test" : "tests"): \(counts).",
      "| test | result | failing runs | smallest difference |", "| --- | --- | --- | --- |",
    ]
    lines += tests.map { row in
      let cells = [
        "\(row.file):\(row.line) \(row.name)\(row.cases < row.allCases ? ", \(row.cases) of \(row.allCases) cases" : "")",
        row.resultText, "\(row.failures) of \(row.runs)", row.difference,
      ]
      return "| " + cells.map(escape).joined(separator: " | ") + " |"
    }
    var notes = remembered
    if !unreachedFaults.isEmpty {
      notes.append("Never reached: " + unreachedFaults.map { "\"\($0)\"" }.joined(separator: ", ") + ".")
    }
    if let notControlled { notes.append(notControlled + ".") }
    return lines + notes.map(escape)
  }
}

extension SweepReport.ExploredTest {
  /// A summary of the runs in one line: `1000 runs, 262 orders; faults reached: send; never read: date`.
  package var summary: String {
    var parts = ["\(runs) \(runs == 1 ? "run" : "runs")"]
    parts[0] += ", \(orders) \(orders == 1 ? "order" : "orders")"
    if orders >= SweepReport.orderLimit { parts[0] += " or more" }
    if hasAllOrders { parts[0] += ", all those of the starting world" }
    if !reachedFaults.isEmpty { parts.append("faults reached: \(reachedFaults.joined(separator: ", "))") }
    if !neverRead.isEmpty { parts.append("never read: \(neverRead.joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }

  fileprivate var resultText: String {
    let dimensions = differs.joined(separator: ", ")
    return switch result {
    case .breaks where !differs.isEmpty: "breaks by \(dimensions)"
    case .needsItsWorld: "needs its \(dimensions): \(differingFailures) of \(differing) runs in another fail"
    case .needsExactTimes: "needs exact times: fails if a sleep lasts 1 ms longer"
    case .startsProcesses: "starts processes, so that it wasn't run more often"
    case .outOfTime: "out of time: only its own world was run"
    case .passes: "passes; reads \(reads.joined(separator: ", "))"
    case .readsNothing: "reads nothing that differs"
    case .isNotRepeatable: "can't be repeated: \(unrepeatable ?? "the runs differ")"
    default: result.rawValue
    }
  }

  fileprivate var difference: String {
    let isKnown = !differences.isEmpty || result != .breaks
    let failure = isKnown ? nil : failure?.split(separator: "\n").first.map(String.init)
    return (differences + [failure, token].compactMap { $0 }).joined(separator: "; ")
  }
}

extension String {
  /// The string, quoted as one word of a shell command.
  package var inShell: String { "'" + replacing("'", with: "'\\''") + "'" }
}
