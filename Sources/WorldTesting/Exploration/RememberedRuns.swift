// SPDX-License-Identifier: MIT

import Foundation
import SweepReports
import Testing
import World
import WorldSimulation

/// The runs of a test that failed before: tokens in a file of the folder `Tests/Worlds`, which explorations run first.
///
/// Each token is on a line below a comment that says what failed. Without the folder, nothing is read or written. A token stays
/// until somebody deletes it. When the whole exploration of the test passes, a line above the token says so.
final class RememberedRuns: Sendable {
  private struct State: Sendable {
    /// The tokens from the file, to be run first.
    var first: [String]
    var added: [String] = []
    var hasPassed = false
    var hasFailed = false
    /// The tokens whose runs are no longer the ones that failed.
    var changed: Set<String> = []
    var note: String?
  }

  /// The test's name, with its suites and its module.
  private let test: String
  private let file: URL
  private let isWritable: Bool
  private let state: Lock<State>

  /// What is wrong with the file. A line that is wrong is ignored.
  let problem: String?

  /// Reads the runs of a test.
  ///
  /// - Parameters:
  ///   - test: Its name, with its suites and its module.
  ///   - folder: The file's folder.
  ///   - isWritable: Whether the file may be changed.
  init(of test: String, in folder: URL, isWritable: Bool) {
    self.test = test
    file = folder.appending(path: RememberedRuns.fileName(ofTest: test))
    var (tokens, unreadable): ([String], String?) = ([], nil)
    do { tokens = try RememberedRuns.lines(of: file) } catch {
      unreadable = "\(file.path) can't be read: \(error.localizedDescription)"
    }
    self.isWritable = isWritable && unreadable == nil
    tokens = tokens.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    let wrong = tokens.first { Token($0) == nil }
    problem =
      unreadable
      ?? wrong.map { [file] in
        "\(file.path): \(Token.problem($0)) Delete the line, or begin it with \"#\"."
      }
    state = Lock(State(first: tokens.filter { Token($0) != nil }))
  }

  /// Returns the lines of a file; none if there is no file.
  private static func lines(of file: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    var lines = try String(contentsOf: file, encoding: .utf8)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  /// The tokens that are run first.
  var tokens: [String] { state.withLock { $0.first } }

  /// Records the result of an exploration that ran the tokens first, and remembers a run that failed.
  ///
  /// - Returns: A message to print; `nil` if there is none.
  func note(
    _ report: World.Exploration.Report, _ result: SweepReport.Verdict, of exploration: World.Exploration
  ) -> String? {
    if report.isReplay, let token = report.token {
      _ = write("a run that passed before fails again") { RememberedRuns.setMark(nil, of: token, in: &$0) }
    }
    let new: String? = state.withLock { state in
      state.changed.formUnion(report.changedTokens)
      switch result {
      case .passes, .readsNothing, .needsItsWorld, .needsExactTimes:
        if !report.isOutOfTime { state.hasPassed = true }
        return nil
      case .startsProcesses, .outOfTime: return nil
      case .failsAtOnce, .breaks, .isNotRepeatable:
        state.hasFailed = true
        guard isWritable, result == .breaks, !report.isStuck, report.isRepeatable,
          let token = report.token, !(state.first + state.added).contains(token),
          !exploration.including.contains(token)
        else { return nil }
        state.added.append(token)
        return token
      }
    }
    if let new {
      let failure = report.failureText?.split(whereSeparator: \.isNewline).first.map(String.init)
      let comment = ([failure] + report.differences).compactMap { $0 }.joined(separator: "; ")
      return write("the run that failed is remembered") { lines in
        if lines.isEmpty { lines = [header] }
        if !lines.contains(new) { lines += ["# " + String(comment.map { $0.isNewline ? " " : $0 }), new] }
      }
    }
    let count = tokens.count
    if count == 0 { return nil }
    return "\(name): \(count) \(count == 1 ? "run" : "runs") that failed once came first"
      + (report.isReplay ? ", and one still fails." : " and passed.")
  }

  private var header: String { "# Runs of \(test) that failed. Explorations run them first." }

  /// Notes in the file which runs pass, if the whole exploration of the test passed.
  func markPassed() {
    let (passed, changed): ([String], Set<String>) = state.withLock { state in
      guard isWritable, state.hasPassed, !state.hasFailed else { return ([], []) }
      return (state.first, state.changed)
    }
    if passed.isEmpty { return }
    let change = passed.count == 1 ? "1 run that failed once passes" : "runs that failed once pass"
    _ = write("\(change); delete what is no longer needed") { lines in
      for token in passed {
        let mark = RememberedRuns.mark + (changed.contains(token) ? RememberedRuns.markOfChange : "")
        RememberedRuns.setMark(mark + ". Delete it when it is no longer needed.", of: token, in: &lines)
      }
    }
  }

  private static let mark = "# It passes now"
  private static let markOfChange = ", and isn't the run that failed, because the code has changed"

  /// Adds or removes the line above a token that says that its run passes.
  private static func setMark(_ mark: String?, of token: String, in lines: inout [String]) {
    guard let index = lines.firstIndex(of: token) else { return }
    let isMarked = index > 0 && lines[index - 1].hasPrefix(Self.mark)
    lines.replaceSubrange(index - (isMarked ? 1 : 0)..<index, with: [mark].compactMap { $0 })
  }

  /// Reads the file again and changes it, because other processes and people may have edited it.
  ///
  /// - Returns: A message that says what was done or what went wrong; empty if there was nothing to do.
  private func write(_ change: String, _ edit: (inout [String]) -> Void) -> String {
    guard isWritable else { return "" }
    return state.withLock { state in
      do {
        let before = try RememberedRuns.lines(of: file)
        var lines = before
        edit(&lines)
        if lines == before { return "" }
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
        state.note = "\(name): \(change)."
      } catch {
        state.note = "\(name) can't be written: \(error.localizedDescription)"
      }
      return state.note ?? ""
    }
  }

  private var name: String { "Tests/Worlds/\(file.lastPathComponent)" }
}

extension RememberedRuns {
  /// The remembered runs of the explored tests, by file.
  private static let ofProcess = Lock<[String: RememberedRuns]>([:])

  /// The changes made in this process, a line for each file.
  static var notes: [String] {
    ofProcess.withLock { $0.sorted { $0.key < $1.key }.compactMap { $0.value.state.withLock { $0.note } } }
  }

  /// What is wrong with the files.
  static var problems: [String] { ofProcess.withLock { $0.values.compactMap(\.problem).sorted() } }

  /// Returns the remembered runs of a test; `nil` if there is no folder for them.
  static func of(_ test: Test) -> RememberedRuns? {
    guard let folder = folder(for: test.sourceLocation.path) else { return nil }
    let name = SweepReport.name(ofTest: "\(test.id)")
    let key = folder.path + "/" + fileName(ofTest: name)
    return ofProcess.withLock { known in
      if let runs = known[key] { return runs }
      let runs = RememberedRuns(
        of: name, in: folder, isWritable: !isInCI(ProcessInfo.processInfo.environment))
      if known.isEmpty { atexit { RememberedRuns.end() } }
      known[key] = runs
      return runs
    }
  }

  /// Marks the passing runs of all explored tests.
  static func markAll() { for runs in ofProcess.withLock({ Array($0.values) }) { runs.markPassed() } }

  private static func end() {
    markAll()
    // Otherwise, they are in the table.
    if SweepTable.ofProcess == nil { for note in notes { writeLineToStandardError("World: \(note)") } }
  }

  /// Returns the folder `Tests/Worlds` of the package that contains a source file.
  static func folder(for path: String) -> URL? {
    let package = FileManager.default.folder(of: path, with: ["Package.swift", "Tests/Worlds"])
    let folder = package?.appending(path: "Tests/Worlds")
    return folder.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
  }

  /// Returns the name of a test's file: the test's name if it is a valid file name everywhere, otherwise with a number
  /// that makes it unique.
  static func fileName(ofTest test: String) -> String {
    let plain = test.hasSuffix("()") ? String(test.dropLast(2)) : test
    let readable = plain.map { character -> Character in
      if character == "/" { return "." }
      return character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
        ? character : "-"
    }
    let isExact = readable.count <= 120 && zip(plain, readable).allSatisfy { $0 == $1 || $0 == "/" }
    let number = isExact ? "" : "-" + String(SplitMix.seed(from: test), radix: 16)
    return String(readable.prefix(120)) + number + ".tokens"
  }
}
