import Foundation

/// One run over a package.
struct Check {
  let package: Package
  let options: Options
  /// In the order of files and lines.
  private(set) var findings: [Finding] = []
  private(set) var fileCount = 0
  private(set) var waivedCount = 0
  private(set) var knownCount = 0
  /// The entries of a new baseline.
  private(set) var entries: [Baseline.Entry] = []

  init(_ package: Package, _ options: Options) throws(UsageError) {
    (self.package, self.options) = (package, options)
    let sources = package.sources
    for glob in options.mayUseCurrent where !sources.contains(where: { glob.matches($0.path) }) {
      throw UsageError("--may-use-current \(glob.text): there is no such source; correct or remove it")
    }
    for name in options.targets where !package.targets.contains(where: { $0.name == name }) {
      let names = package.targets.map(\.name).sorted().joined(separator: ", ")
      throw UsageError("there is no target '\(name)' to check; there are \(names)")
    }
    var baseline = try Baseline(named: options.newBaseline == nil ? options.baseline : nil, in: package)
    let chosen = sources.filter { options.targets.isEmpty || options.targets.contains($0.target) }
    for source in chosen { try check(source, baseline: &baseline) }

    let unseen = Set(sources.map(\.path)).subtracting(chosen.map(\.path))
    findings += baseline.leftovers.filter { !unseen.contains($0.entry.path) }.map(\.finding)
    findings.sort(by: Finding.isBefore)
  }

  private mutating func check(_ source: Package.Source, baseline: inout Baseline) throws(UsageError) {
    guard let data = FileManager.default.contents(atPath: package.absolute(source.path)) else {
      throw UsageError("\(source.path) can't be read")
    }
    let file = CheckedFile(
      String(decoding: data, as: UTF8.self), path: source.path,
      mayUseCurrent: options.mayUseCurrent.contains { $0.matches(source.path) }
        || CurrentRule.builders.contains { $0.matches(source.pathInTarget) })
    fileCount += 1
    waivedCount += file.waivedCount
    findings += file.mistakes
    for (finding, code) in file.uses {
      let entry = Baseline.Entry(rule: finding.rule, path: source.path, code: code)
      entries.append(entry)
      if baseline.remove(entry) { knownCount += 1 } else { findings.append(finding) }
    }
  }
}
