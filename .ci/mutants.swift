// Plants mutants into a copy of the sources, and prints which of them the tests notice. `.ci/mutants` runs it.
//
// A mutant is a mistake that somebody might make. One build contains all mutants, and the environment variable MUTANT switches
// one of them on, so a mutant costs a run of the tests, but no build. Tests/Mutants/*.txt defines them:
//
//     file: Edit.swift                         the source file of the mutants that follow
//     tests: WritingTests | WorldTests         the suites to run first, and the targets to run if the suites notice nothing
//
//     mutant: merge-loses-date                 the name
//     why: One line is easily forgotten.       why it is feared
//     - if changed.contains(.date) {           the text to replace, which must occur once in the file
//     + if !MUTANT, changed.contains(.date) {  the replacement; MUTANT is true if the mutant is switched on
//
// A mutant may replace several texts, one after the other, and have its own `tests:`. `equivalent: REASON` marks a mutant that
// no test could notice: it isn't run, and doesn't count. XCTest, in a list of targets, means the tests that use XCTest.
//
// Only the test targets that the chosen mutants name are built.
import Foundation
import Synchronization

struct Failure: Error {
  var text: String
}

// MARK: - Mutants

struct Mutant: Sendable {
  struct Replacement: Sendable {
    var old = ""
    var new = ""
  }
  struct Tests: Sendable {
    var first: [String]
    var then: [String]

    init(_ text: String) {
      let parts = text.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      first = parts.first ?? []
      then = parts.count > 1 ? parts[1] : []
    }
  }

  var number = 0
  var name = ""
  var file = ""
  var why = ""
  var equivalent: String?
  var tests = Tests("")
  var replacements: [Replacement] = []
}

func mutants(in path: String) throws -> [Mutant] {
  var mutants: [Mutant] = []
  var (file, tests) = ("", Mutant.Tests(""))
  var isOld = false
  for (index, line) in try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
    .enumerated()
  {
    func value(of key: String) -> String? {
      line.hasPrefix(key + ": ") ? String(line.dropFirst(key.count + 2)) : nil
    }
    let last = mutants.count - 1
    let isInMutant = last >= 0 && mutants[last].file == file && !file.isEmpty
    if line.isEmpty || line.hasPrefix("#") {
      isOld = false
    } else if let name = value(of: "file") {
      (file, tests) = (name, Mutant.Tests(""))
    } else if let name = value(of: "mutant") {
      mutants.append(Mutant(name: name, file: file, tests: tests))
    } else if let text = value(of: "tests") {
      if isInMutant { mutants[last].tests = Mutant.Tests(text) } else { tests = Mutant.Tests(text) }
    } else if isInMutant, let text = value(of: "why") {
      mutants[last].why = text
    } else if isInMutant, let text = value(of: "equivalent") {
      mutants[last].equivalent = text
    } else if isInMutant, line.hasPrefix("- ") {
      if !isOld { mutants[last].replacements.append(.init()) }
      mutants[last].replacements[mutants[last].replacements.count - 1].old += line.dropFirst(2) + "\n"
      isOld = true
    } else if isInMutant, line.hasPrefix("+ "), !mutants[last].replacements.isEmpty {
      mutants[last].replacements[mutants[last].replacements.count - 1].new += line.dropFirst(2) + "\n"
      isOld = false
    } else {
      throw Failure(text: "\(path):\(index + 1): this line isn't understood: \(line)")
    }
  }
  return mutants
}

func allMutants(in folder: String) throws -> [Mutant] {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }
    .sorted()
  var all = try files.flatMap { try mutants(in: folder + "/" + $0) }
  for index in all.indices { all[index].number = index + 1 }
  for mutant in all {
    if mutant.why.isEmpty { throw Failure(text: "\(mutant.name) doesn't say why it is feared") }
    if mutant.tests.first.isEmpty { throw Failure(text: "\(mutant.name) doesn't say which tests to run") }
    if all.contains(where: { $0.name == mutant.name && $0.number != mutant.number }) {
      throw Failure(text: "two mutants are named \(mutant.name)")
    }
  }
  return all
}

// MARK: - The copy

let modules = [
  "World", "WorldLifetimes", "WorldStorage", "WorldSimulation", "WorldMocks", "WorldTesting", "CWorldTesting",
  "CheckWorld",
  "ExploreWorlds", "SweepReports", "BdumTish", "BdumTishBug",
]
let testTargets = [
  "WorldTests", "WorldLifetimesTests", "WorldStorageTests", "WorldSimulationTests", "WorldTestingTests",
  "WorldMocksTests", "StressTests", "CheckWorldTests", "BdumTishTests",
]

/// The source of the function that says which mutant is switched on. It is public because inlinable code has mutants, too.
let helper = """
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  private let chosen: Int = getenv("MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

  @inline(never) public func mutant(_ number: Int) -> Bool { number == chosen }

  """

let dependencies = [
  "CheckWorldTests":
    "[\"CheckWorld\", \"ExploreWorlds\", \"SweepReports\", \"TestSupport\"], exclude: [\"Corpus\"]",
  "WorldTestingTests": "modules + [\"SweepReports\"]",
  "StressTests": "modules + [\"Stress\"]",
  "BdumTishTests": "modules + [\"BdumTish\", \"BdumTishBug\", \"CheckWorld\"]",
]

func manifest(_ testTargets: [String]) -> String {
  """
  // swift-tools-version: 6.1
  import PackageDescription

  let modules: [Target.Dependency] = [
    "World", "WorldLifetimes", "WorldStorage", "WorldSimulation", "WorldMocks", "WorldTesting", "TestSupport",
  ]
  let package = Package(
    name: "Mutants",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "bdum-tish", targets: ["BdumTish"])],
    targets: [
      .target(name: "World"),
      .target(name: "WorldLifetimes", dependencies: ["World"]),
      .target(name: "WorldStorage", dependencies: ["World"]),
      .target(name: "WorldSimulation", dependencies: ["World"]),
      .target(name: "WorldMocks", dependencies: ["World", "WorldSimulation"]),
      .target(name: "CWorldTesting"),
      .target(name: "SweepReports"),
      .target(
        name: "WorldTesting",
        dependencies: ["World", "WorldStorage", "WorldSimulation", "WorldMocks", "CWorldTesting", "SweepReports"]),
      .executableTarget(name: "CheckWorld"),
      .executableTarget(name: "ExploreWorlds", dependencies: ["SweepReports"]),
      .executableTarget(
        name: "BdumTish", dependencies: ["World", "WorldStorage", "WorldSimulation", "WorldMocks"]),
      .executableTarget(name: "BdumTishBug", dependencies: ["World", "WorldTesting"]),
      .target(name: "TestSupport", dependencies: ["World", "WorldSimulation"], path: "Tests/TestSupport"),
      .executableTarget(name: "Stress", dependencies: ["World", "WorldLifetimes", "WorldStorage", "WorldSimulation"], path: "Tests/Stress"),
      \(testTargets.map { target in
        ".testTarget(name: \"\(target)\", dependencies: \(dependencies[target] ?? "modules")),"
      }.joined(separator: "\n      "))
    ],
    swiftLanguageModes: [.v6]
  )

  """
}

func isSource(_ name: String) -> Bool { [".swift", ".c", ".h"].contains { name.hasSuffix($0) } }

/// Copies the sources and tests, plants the mutants, and returns a message for each one that can't be planted.
///
/// - Parameter chosen: The mutants to run.
func plant(_ mutants: [Mutant], in copy: String, toRun chosen: [Mutant]) throws -> [String] {
  let files = FileManager.default
  func writeIfChanged(_ text: String, to path: String) throws {
    if let old = try? String(contentsOfFile: path, encoding: .utf8), old == text { return }
    try files.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
  var texts: [String: String] = [:]
  for folder in modules.map({ "Sources/" + $0 })
    + (testTargets + ["TestSupport", "Stress"]).map({ "Tests/" + $0 })
  {
    for case let name as String in files.enumerator(atPath: folder) ?? .init() where isSource(name) {
      let path = folder + "/" + name
      texts[path] = try String(contentsOfFile: path, encoding: .utf8)
    }
  }
  var mistakes: [String] = []
  /// The names of suites and tests, each with its target.
  var declarations: [(name: Substring, target: String)] = []
  for (path, text) in texts where path.hasPrefix("Tests/") {
    let words = text.split { " \n({:".contains($0) }
    for (word, name) in zip(words, words.dropFirst()) where ["struct", "class", "func"].contains(word) {
      declarations.append((name, String(path.split(separator: "/")[1])))
    }
  }
  /// The test target with a name, or the targets with a suite or test whose name begins with it.
  func targets(of name: String) -> Set<String> {
    if testTargets.contains(name) { return [name] }
    return Set(declarations.filter { $0.name.hasPrefix(name) }.map(\.target))
  }
  for mutant in mutants {
    for name in mutant.tests.first + mutant.tests.then where name != "XCTest" && targets(of: name).isEmpty {
      mistakes.append("\(mutant.name): no test is named \(name)")
    }
    let paths = texts.keys.filter { $0.hasPrefix("Sources/") && $0.hasSuffix("/" + mutant.file) }
    guard paths.count == 1, let path = paths.first, var text = texts[path] else {
      mistakes.append("\(mutant.name): there are \(paths.count) sources named \(mutant.file)")
      continue
    }
    for replacement in mutant.replacements {
      let (old, new) = (replacement.old.dropLast(), replacement.new.dropLast())
      let places = text.ranges(of: old)
      guard places.count == 1, let place = places.first,
        new.contains("MUTANT") || mutant.replacements.count > 1
      else {
        mistakes.append("\(mutant.name): this is \(places.count) times in \(mutant.file): \(old)")
        continue
      }
      text.replaceSubrange(place, with: new.replacing("MUTANT", with: "mutant(\(mutant.number))"))
    }
    // The helper is in World.
    if !path.hasPrefix("Sources/World/"), path.hasPrefix("Sources/World"), !text.contains("import World\n") {
      text = "import World\n" + text
    }
    texts[path] = text
  }
  texts["Sources/World/Mutant.swift"] = helper
  // Not public in these, since a file may import several of them.
  for target in ["CheckWorld", "ExploreWorlds", "SweepReports", "BdumTish"] {
    texts["Sources/\(target)/Mutant.swift"] = helper.replacing("public func", with: "func")
  }
  var needed = Set(chosen.flatMap { ($0.tests.first + $0.tests.then).flatMap(targets) })
  // The tests that use XCTest are in this target.
  if chosen.contains(where: { ($0.tests.first + $0.tests.then).contains("XCTest") }) {
    needed.insert("WorldTestingTests")
  }
  texts["Package.swift"] = manifest(testTargets.filter(needed.contains))
  for case let name as String in files.enumerator(atPath: copy) ?? .init()
  where isSource(name) && texts[name] == nil {
    try files.removeItem(atPath: copy + "/" + name)
  }
  for (path, text) in texts { try writeIfChanged(text, to: copy + "/" + path) }
  return mistakes
}

// MARK: - Running

enum Outcome: String {
  case assertion, crash, hang
  case none = "NOT NOTICED"
}

/// Runs a program until it ends, prints a line that is enough, or reaches the time limit.
func run(
  _ words: [String], environment: [String: String] = [:], limit: Double, until isEnough: (Substring) -> Bool
) throws -> (outcome: Outcome, output: String) {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(fileURLWithPath: words[0])
  process.arguments = Array(words.dropFirst())
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardOutput = output
  process.standardError = output
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let pid = process.processIdentifier
  let isLate = Atomic(false)
  // Kills the process group if the program leads one, and only the program otherwise.
  @Sendable func end() { if pid > 0, kill(-pid, SIGKILL) != 0 { kill(pid, SIGKILL) } }
  let timer = DispatchSource.makeTimerSource()
  timer.schedule(deadline: .now() + limit)
  timer.setEventHandler {
    isLate.store(true, ordering: .relaxed)
    end()
  }
  timer.resume()
  defer { timer.cancel() }
  var text = ""
  var rest = ""
  while true {
    let data = output.fileHandleForReading.availableData
    if data.isEmpty { break }
    rest += String(decoding: data, as: UTF8.self)
    let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
    let complete = lines.dropLast()
    if let line = complete.first(where: isEnough) {
      end()
      process.waitUntilExit()
      return (.assertion, String(line))
    }
    text += complete.joined(separator: "\n") + "\n"
    // A mutant may print without end.
    if text.utf8.count > 1_000_000 { text = String(text.suffix(100_000)) }
    rest = lines.last.map(String.init) ?? ""
  }
  process.waitUntilExit()
  if isLate.load(ordering: .relaxed) { return (.hang, text) }
  if process.terminationReason == .uncaughtSignal { return (.crash, text) }
  return (process.terminationStatus == 0 ? .none : .crash, text + rest)
}

/// Whether a line reports a failed assertion. A known issue isn't one, and an exceeded time limit is a hang.
func isFailedAssertion(_ line: Substring) -> Bool {
  (line.contains("recorded an issue") || line.contains(": error: "))
    && !line.contains("Time limit was exceeded")
}

struct Runner: Sendable {
  var tests: String
  var limit: Double

  /// Returns the outcome, and the line that reports it.
  func outcome(of mutant: Mutant) throws -> (Outcome, String) {
    var outcome = Outcome.none
    for names in [mutant.tests.first, mutant.tests.then] where !names.isEmpty {
      let swiftTesting = names.filter { $0 != "XCTest" }
      if names.contains("XCTest") {
        let (seen, line) = try run(
          [tests], environment: ["MUTANT": "\(mutant.number)"], limit: limit, until: isFailedAssertion)
        if seen == .assertion { return (seen, line) }
        if seen != .none { outcome = seen }
      }
      if swiftTesting.isEmpty { continue }
      var words = [tests, "--testing-library", "swift-testing"]
      for name in swiftTesting { words += ["--filter", name] }
      // MemoryTests take long, so they run only for mutants that name them.
      if !swiftTesting.contains("MemoryTests") { words += ["--skip", "MemoryTests"] }
      // These read files of the repository that the copy doesn't have.
      words += ["--skip", "RepositoryTests", "--skip", "BoundaryArticleTests", "--skip", "ForeignCodeTests"]
      let (seen, line) = try run(
        words, environment: ["MUTANT": "\(mutant.number)", "NO_COLOR": "1", "LONG_TESTS": "1"],
        limit: limit,
        until: isFailedAssertion)
      if seen == .assertion { return (seen, line) }
      if seen != .none { outcome = seen }
      // A mutant that hangs or crashes one suite does so in others, too.
      if outcome != .none { return (outcome, line) }
    }
    return (outcome, "")
  }
}

/// The mutants of a list, a name on each line. `?` before a name means that no test notices the mutant yet.
func list(in path: String) throws -> [(name: String, isNoticed: Bool)] {
  let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  let rows = lines.filter { !$0.hasPrefix("#") }.map { line in
    (name: String(line.drop { "? ".contains($0) }), isNoticed: !line.hasPrefix("?"))
  }
  if Set(rows.map(\.name)).count != rows.count { throw Failure(text: "\(path) names a mutant twice") }
  return rows
}

func main() throws -> Int32 {
  var words = CommandLine.arguments.dropFirst()
  guard let scratch = words.popFirst() else { throw Failure(text: "usage: see the head of .ci/mutants") }
  var (listed, only, limit, jobs) = (String?.none, [String](), 60.0, 2)
  var (isCheck, isQuick) = (false, false)
  while let word = words.popFirst() {
    if word == "--check" {
      isCheck = true
      continue
    }
    if word == "--quick" {
      isQuick = true
      continue
    }
    guard let value = words.popFirst() else { throw Failure(text: "\(word) needs a value") }
    switch word {
    case "--list": listed = value
    case "--only": only = value.split(separator: ",").map(String.init)
    case "--limit": limit = Double(value) ?? limit
    case "--jobs": jobs = Int(value) ?? jobs
    default: throw Failure(text: "there is no flag \(word); see the head of .ci/mutants")
    }
  }

  let all = try allMutants(in: "Tests/Mutants")
  var chosen = all.filter { mutant in
    mutant.equivalent == nil && (only.isEmpty || only.contains { mutant.name.contains($0) })
  }
  let rowsOfList = try listed.map(list) ?? []
  if let listed {
    for row in rowsOfList where !all.contains(where: { $0.name == row.name && $0.equivalent == nil }) {
      throw Failure(text: "\(listed): no mutant that can be noticed is named \(row.name)")
    }
    chosen = chosen.filter { mutant in rowsOfList.contains { $0.name == mutant.name } }
  }
  if isQuick { for index in chosen.indices { chosen[index].tests.then = [] } }

  let copy = scratch + "/copy"
  let mistakes = try plant(all, in: copy, toRun: chosen)
  for mistake in mistakes { print("can't be planted: \(mistake)") }
  if !mistakes.isEmpty || isCheck {
    print("\(all.count) mutants, \(mistakes.count) mistakes")
    return mistakes.isEmpty && !all.isEmpty ? 0 : 1
  }
  if chosen.isEmpty { throw Failure(text: "no mutant was chosen, of \(all.count)") }
  let build = scratch + "/build"
  let flags = (ProcessInfo.processInfo.environment["FLAGS"] ?? "").split(separator: " ").map(String.init)
  let (built, log) = try run(
    [
      "/usr/bin/env", "swift", "build", "--product", "MutantsPackageTests", "--package-path", copy,
      "--scratch-path", build,
    ] + flags,
    limit: 1_800, until: { _ in false })
  if built != .none { throw Failure(text: "the mutants don't compile:\n\(log)") }
  let tests = build + "/debug/MutantsPackageTests.xctest"
  let runner = Runner(tests: tests, limit: limit)

  // A test that fails without a mutant can't notice one.
  let suites = Set(chosen.flatMap { $0.tests.first + $0.tests.then }).sorted()
  var unchanged = Mutant()
  unchanged.tests.first = suites.filter { $0 != "MemoryTests" }
  let (outcome, line) = try Runner(tests: tests, limit: 5 * limit).outcome(of: unchanged)
  if outcome != .none {
    throw Failure(text: "without any mutant the tests fail (\(outcome.rawValue)): \(line)")
  }

  let rows = Mutex<[Int: (Mutant, Outcome)]>([:])
  let next = Atomic(0)
  let toRun = chosen
  DispatchQueue.concurrentPerform(iterations: jobs) { _ in
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      if index >= toRun.count { return }
      let outcome = (try? runner.outcome(of: toRun[index]))?.0 ?? .crash
      rows.withLock { $0[index] = (toRun[index], outcome) }
      FileHandle.standardError.write(Data("\(outcome.rawValue)  \(toRun[index].name)\n".utf8))
    }
  }
  let results = rows.withLock { rows in toRun.indices.compactMap { rows[$0] } }
  let width = results.map(\.0.name.count).max() ?? 0
  for (mutant, outcome) in results {
    let name = mutant.name.padding(toLength: width, withPad: " ", startingAt: 0)
    print("\(name)  \(outcome.rawValue)" + (outcome == .assertion ? "" : "  (\(mutant.file): \(mutant.why))"))
  }
  func count(_ outcome: Outcome) -> Int { results.count { $0.1 == outcome } }
  let noticed = count(.assertion)
  let equivalent = all.count { $0.equivalent != nil }
  print(
    """
    \(results.count) mutants of \(all.count): \(noticed) noticed by an assertion (\(noticed * 100 / max(1, results.count)) %), \
    \(count(.crash)) by a crash, \(count(.hang)) by a hang, \(count(.none)) not noticed; \(equivalent) equivalent, not run
    """)
  if listed != nil {
    let lost = results.filter { result in
      result.1 == .none && rowsOfList.contains { $0.name == result.0.name && $0.isNoticed }
    }
    for (mutant, _) in lost { print("error: \(mutant.name) was noticed before") }
    return lost.isEmpty ? 0 : 1
  }
  return noticed * 10 >= results.count * 9 ? 0 : 1
}

do {
  exit(try main())
} catch {
  print((error as? Failure)?.text ?? "\(error)")
  exit(1)
}
