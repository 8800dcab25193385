// SPDX-License-Identifier: MIT

import Foundation

/// One run of the check over a package.
struct Check {
  let package: Package
  let options: Options
  /// The findings, sorted by file and line.
  private(set) var findings: [Finding] = []
  private(set) var fileCount = 0
  /// The targets with findings that have neither an entry point nor builders.
  private(set) var libraries: [String] = []
  private(set) var waivedCount = 0
  private(set) var knownCount = 0
  private(set) var fixedCount = 0
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
    var files: [String: [(source: Package.Source, file: CheckedFile)]] = [:]
    for source in sources {
      guard let data = FileManager.default.contents(atPath: package.absolute(source.path)) else {
        throw UsageError("\(source.path) can't be read")
      }
      files[source.target, default: []].append((source, CheckedFile(String(decoding: data, as: UTF8.self))))
    }
    let declarations = files.mapValues { Declarations($0.map(\.file.tree)) }
    let isChosen = { (target: String) in options.targets.isEmpty || options.targets.contains(target) }
    for (name, own) in files where isChosen(name) {
      var target = declarations[name] ?? Declarations([])
      let imports = own.reduce(into: Set()) { $0.formUnion($1.file.tree.imports) }
      for (other, itsOwn) in declarations where imports.contains(other) {
        target.add(publicWrappersOf: itsOwn)
      }
      check(own, of: target, baseline: &baseline)
    }

    let unseen = Set(sources.filter { !isChosen($0.target) }.map(\.path))
    findings += baseline.leftovers.filter {
      !unseen.contains($0.entry.path) && options.rules.contains($0.entry.rule)
    }.map(\.finding)
    findings.sort(by: Finding.isBefore)
  }

  /// Checks the files of one target.
  private mutating func check(
    _ files: [(source: Package.Source, file: CheckedFile)], of target: Declarations, baseline: inout Baseline
  ) {
    var targetsFindings: [Finding] = []
    var hasOwnCurrent = false
    var importsWorld = false
    var isLibrary = options.rules.contains(CurrentRule.outsideBuilders.name)
    for (source, var file) in files {
      file.check(
        as: source.path, in: target,
        mayUseCurrent: options.mayUseCurrent.contains { $0.matches(source.path) }
          || CurrentRule.builders.contains { $0.matches(source.pathInTarget) },
        rules: source.isTest ? options.rules.intersection([SelfReadRule.rule.name]) : options.rules,
        isTest: source.isTest)
      fileCount += 1
      waivedCount += file.waivedCount
      targetsFindings += file.mistakes
      hasOwnCurrent = hasOwnCurrent || file.tree.declaresCurrent
      isLibrary = isLibrary && !file.hasBuilders
      importsWorld = importsWorld || file.tree.imports.contains("World")
      for (finding, code) in file.uses {
        let entry = Baseline.Entry(rule: finding.rule, path: source.path, code: code)
        entries.append(entry)
        if baseline.remove(entry) { knownCount += 1 } else { targetsFindings.append(finding) }
      }
    }
    // Unless a file imports World, an own `Current` hides nothing.
    if !importsWorld { targetsFindings.removeAll { $0.rule == OwnCurrentRule.rule.name } }
    // An own `Current` may lack the members that fixes use.
    if hasOwnCurrent { for index in targetsFindings.indices { targetsFindings[index].fix = nil } }
    findings += targetsFindings
    if isLibrary, !targetsFindings.isEmpty { libraries += files.prefix(1).map(\.source.target) }
  }

  /// Applies the fixes, and checks the package again.
  func fixed() throws(UsageError) -> Check {
    var count = 0
    for (path, findings) in Dictionary(grouping: findings.filter { $0.fix != nil }, by: \.path) {
      let url = URL(fileURLWithPath: package.absolute(path))
      guard let data = FileManager.default.contents(atPath: url.path),
        let text = Fix.apply(findings, to: data)
      else {
        continue
      }
      do {
        try text.write(to: url, options: .atomic)
        count += findings.count
      } catch {
        throw UsageError(ofWriting: path, error, flags: "--fix")
      }
    }
    var check = try Check(package, options)
    check.fixedCount = count
    return check
  }
}

/// A source file and its findings.
struct CheckedFile {
  /// The findings that no waiver allows, with their lines of code.
  private(set) var uses: [(finding: Finding, code: String)] = []
  /// The mistakes in waivers.
  private(set) var mistakes: [Finding] = []
  private(set) var waivedCount = 0
  /// Whether the file has an entry point or builders.
  private(set) var hasBuilders = false
  let tree: SyntaxTree
  private let comments: [Token]
  private let text: String

  init(_ text: String) {
    self.text = text
    let lexer = Lexer(text)
    comments = lexer.comments
    tree = SyntaxTree(lexer.tokens)
  }

  /// - Parameter rules: The names of the rules to check. Waivers are always checked.
  mutating func check(
    as path: String, in target: Declarations? = nil, mayUseCurrent: Bool, rules: Set<String> = Rule.defaults,
    isTest: Bool = false
  ) {
    // Unless this rule is checked, any code may use `Current`.
    let isEverywhere = !rules.contains(CurrentRule.outsideBuilders.name)
    let mayUseCurrent = mayUseCurrent || tree.has("@", "main")
    hasBuilders = mayUseCurrent || tree.root.descendants.contains(where: \.isBuilder)
    let found = Uses.find(
      in: tree, of: target, path: path, mayUseCurrent: mayUseCurrent, fixesAnywhere: isEverywhere)
    let (waivers, mistakes) = Waiver.read(comments, of: tree, path: path)
    self.mistakes = isTest ? [] : mistakes

    let lines =
      found.isEmpty ? [] : text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let chosen = found.filter { rules.contains($0.rule) }
    let open = chosen.filter { finding in !waivers.contains { $0.covers(finding) } }
    uses = open.map { finding in
      var finding = finding
      let line = lines[finding.line - 1]
      finding.column16 = String(decoding: line.prefix(finding.column - 1), as: UTF8.self).utf16.count + 1
      return (finding, String(Substring(line)).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    waivedCount = chosen.count - open.count

    if isTest { return }
    // A waiver isn't stale if its rule merely isn't checked in this run.
    for waiver in waivers where !found.contains(where: waiver.covers) {
      self.mistakes.append(Finding(at: waiver.comment, of: path, Waiver.stale, "this waiver"))
    }
  }
}
