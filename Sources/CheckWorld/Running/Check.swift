import Foundation

/// One run over a package.
struct Check {
  var package: Package
  var options: Options
  /// In the order of files and lines.
  private(set) var findings: [Finding] = []
  private(set) var fileCount = 0
  private(set) var waivedCount = 0
  private(set) var knownCount = 0
  /// What a baseline would say of the findings that can be in one.
  private(set) var entries: [Baseline.Entry] = []

  init(_ package: Package, _ options: Options) throws(UsageError) {
    (self.package, self.options) = (package, options)
    let paths = package.targets.flatMap(\.sources).map { package.path(below: package.folder, of: $0) }
    if let glob = options.mayUseCurrent.first(where: { !paths.contains(where: $0.matches) }) {
      throw UsageError("--may-use-current \(glob.text): there is no such source; mend or remove it")
    }
    var baseline = try readBaseline()
    let targets = try chosenTargets()
    for (source, target) in sources(of: targets) { try check(source, of: target, baseline: &baseline) }
    reportWhatIsGone(
      from: baseline, checked: Set(sources(of: targets).map { self.path(of: $0.source) }), of: Set(paths))
    findings.sort(by: Finding.isBefore)
  }

  private func path(of source: String) -> String { package.path(below: package.folder, of: source) }

  private func chosenTargets() throws(UsageError) -> [Package.Target] {
    if options.targets.isEmpty { return package.targets }
    for name in options.targets where !package.targets.contains(where: { $0.name == name }) {
      let names = package.targets.map(\.name).joined(separator: ", ")
      throw UsageError("there is no target '\(name)' to check; there are \(names)")
    }
    return package.targets.filter { options.targets.contains($0.name) }
  }

  /// A file of two targets is checked once.
  private func sources(of targets: [Package.Target]) -> [(source: String, target: Package.Target)] {
    var seen: Set<String> = []
    let all = targets.flatMap { target in target.sources.map { (source: $0, target: target) } }
    return all.filter { seen.insert($0.source).inserted }.sorted { $0.source < $1.source }
  }

  private mutating func check(
    _ source: String, of target: Package.Target, baseline: inout Baseline
  ) throws(UsageError) {
    guard let data = FileManager.default.contents(atPath: source) else {
      throw UsageError("\(source) can't be read")
    }
    let path = path(of: source)
    let mayUseCurrent =
      options.mayUseCurrent.contains { $0.matches(path) }
      || CurrentRule.builders.contains { $0.matches(package.path(below: target.folder, of: source)) }
    let file = CheckedFile(String(decoding: data, as: UTF8.self), path: path, mayUseCurrent: mayUseCurrent)
    fileCount += 1
    waivedCount += file.waivedCount
    findings += file.mistakes
    for (finding, code) in file.uses {
      let entry = Baseline.Entry(rule: finding.rule, path: path, code: code)
      entries.append(entry)
      if baseline.remove(entry) { knownCount += 1 } else { findings.append(finding) }
    }
  }

  // MARK: - The baseline

  /// A baseline that is written anew isn't read before.
  private func readBaseline() throws(UsageError) -> Baseline {
    do {
      guard let path = options.baseline, options.newBaseline == nil else { return try Baseline() }
      guard let data = FileManager.default.contents(atPath: package.folder + "/" + path) else {
        throw UsageError("the baseline \(path) can't be read; write one with --write-baseline \(path)")
      }
      return try Baseline(String(decoding: data, as: UTF8.self))
    } catch let mistake as Baseline.Mistake {
      throw UsageError(
        "\(options.baseline ?? ""):\(mistake.line): this is no rule, file and line of code with tabs between")
    } catch {
      throw error as? UsageError ?? UsageError("\(error)")
    }
  }

  /// What was mended must not come back, so it has to leave the baseline.
  private mutating func reportWhatIsGone(from baseline: Baseline, checked: Set<String>, of all: Set<String>) {
    for (entry, lines) in baseline.lines where checked.contains(entry.path) || !all.contains(entry.path) {
      for line in lines {
        findings.append(
          Finding(
            path: options.baseline ?? "", line: line, column: 1, rule: "stale-baseline",
            message: "this finding is gone from \(entry.path); remove the line, or write the baseline anew"))
      }
    }
  }
}
