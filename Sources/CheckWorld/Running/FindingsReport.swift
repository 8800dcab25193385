// SPDX-License-Identifier: MIT

import Foundation

/// The output of a run.
struct Report {
  /// The output formats: for people and editors, for programs, for code scanning, and for the log of GitHub Actions.
  enum Format: String, CaseIterable { case text, json, sarif, github }

  var check: Check
  /// The working directory. Paths below it are printed relative, others absolute, so that terminals link them.
  var workingFolder: String

  func text(_ format: Format) throws -> String {
    switch format {
    case .text: (hint + lines + totals + [summary]).joined(separator: "\n") + "\n"
    case .json: try encoded(json)
    case .sarif: try encoded(sarif)
    case .github: (hint + commands + totals + [summary]).joined(separator: "\n") + "\n"
    }
  }

  private var severity: String { check.options.isStrict ? "error" : "warning" }

  private func path(of finding: Finding) -> String {
    Package.path(of: check.package.absolute(finding.path), below: workingFolder)
  }

  var lines: [String] {
    check.findings.map {
      "\(path(of: $0)):\($0.line):\($0.column): \(severity): \($0.message) [\($0.rule)]"
    }
  }

  /// A hint about libraries, printed first.
  private var hint: [String] {
    let names = check.libraries.sorted()
    let list = names.count > 3 ? count(names.count, "target") : names.joined(separator: ", ")
    let hint = "check-world: \(list): no entry point and no builders; '--rules direct' is for libraries"
    return names.isEmpty ? [] : [hint]
  }

  private var counts: [String: Int] { Dictionary(grouping: check.findings, by: \.rule).mapValues(\.count) }

  /// The number of findings per rule, to compare runs.
  private var totals: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { rule, count in
      String(repeating: " ", count: max(0, 6 - "\(count)".count)) + "\(count) \(rule)"
    }
  }

  var summary: String {
    var parts = ["\(count(check.fileCount, "file")), \(count(check.findings.count, "finding"))"]
    if check.waivedCount > 0 { parts.append("\(check.waivedCount) allowed") }
    if check.knownCount > 0 { parts.append("\(check.knownCount) in the baseline") }
    if check.fixedCount > 0 { parts.append("\(check.fixedCount) fixed") }
    return "check-world: " + parts.joined(separator: ", ")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  // MARK: - Formats for programs

  private func encoded(_ value: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private var json: [String: Any] {
    [
      "files": check.fileCount, "allowed": check.waivedCount, "inBaseline": check.knownCount,
      "fixed": check.fixedCount, "totals": counts,
      "findings": check.findings.map { finding in
        var row: [String: Any] = [
          "path": path(of: finding), "line": finding.line, "column": finding.column, "severity": severity,
          "rule": finding.rule, "message": finding.message,
        ]
        if let fix = finding.fix { row["replacement"] = fix.text }
        return row
      },
    ]
  }

  /// The report in SARIF 2.1.0, for code scanning.
  private var sarif: [String: Any] {
    let rules = Rule.all.map { rule in
      [
        "id": rule.name, "shortDescription": ["text": rule.summary], "help": ["text": rule.wayOut],
      ] as [String: Any]
    }
    let results = check.findings.map { finding in
      let path = path(of: finding)
      let isRelative = !path.hasPrefix("/")
      var location = ["uri": (isRelative ? "" : "file://") + Report.escaped(path)]
      if isRelative { location["uriBaseId"] = "%SRCROOT%" }
      return [
        "ruleId": finding.rule, "level": severity, "message": ["text": finding.message],
        "locations": [
          [
            "physicalLocation": [
              "artifactLocation": location,
              "region": ["startLine": finding.line, "startColumn": finding.column16 ?? finding.column],
            ]
          ]
        ],
      ] as [String: Any]
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": ["name": "check-world", "rules": rules]], "results": results,
          "columnKind": "utf16CodeUnits",
        ]
      ],
    ]
  }

  /// Percent-encodes a path for a URI.
  private static func escaped(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  /// Workflow commands, which GitHub Actions shows beside the code.
  private var commands: [String] {
    check.findings.map { finding in
      let properties = [
        ("file", path(of: finding)), ("line", "\(finding.line)"), ("col", "\(finding.column)"),
        ("title", finding.rule),
      ]
      let list = properties.map { "\($0)=\(Report.escaped($1, in: "%\r\n:,"))" }.joined(separator: ",")
      return "::\(severity) \(list)::\(Report.escaped(finding.message, in: "%\r\n"))"
    }
  }

  private static func escaped(_ text: String, in special: String) -> String {
    text.unicodeScalars.map { scalar in
      special.unicodeScalars.contains(scalar) ? String(format: "%%%02X", scalar.value) : String(scalar)
    }.joined()
  }
}
