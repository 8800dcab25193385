/// The output of a run.
struct Report {
  var check: Check
  /// The working directory. Paths below it are relative, others absolute, so that terminals make links of them.
  var workingFolder: String

  var lines: [String] {
    let severity = check.options.isStrict ? "error" : "warning"
    return check.findings.map { finding in
      let path = Package.path(of: check.package.absolute(finding.path), below: workingFolder)
      return "\(path):\(finding.line):\(finding.column): \(severity): \(finding.message) [\(finding.rule)]"
    }
  }

  var summary: String {
    var parts = ["\(count(check.fileCount, "file")), \(count(check.findings.count, "finding"))"]
    if check.waivedCount > 0 { parts.append("\(check.waivedCount) allowed") }
    if check.knownCount > 0 { parts.append("\(check.knownCount) in the baseline") }
    return "check-world: " + parts.joined(separator: ", ")
  }

  private func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
