// SPDX-License-Identifier: MIT

import Foundation
import SweepReports
import World
import WorldSimulation

/// The environment variables for tests in mock worlds and for explorations.
///
/// | variable | |
/// | --- | --- |
/// | `WORLD_EXPLORE` | a number of runs, or a token, for each test that has a world |
/// | `WORLD_EXPLORE_SECONDS` | the time after which each remaining test has one run |
/// | `WORLD_EXPLORE_SHARD` | the part of the runs to make, such as `3/8`: each has seeds of its own |
/// | `WORLD_EXPLORE_REPORT` | the file to write the report to, in JSON |
/// | `SWIFT_DETERMINISTIC_HASHING` | Swift's variable: `1` to give sets and dictionaries the same order in each process |
/// | `WORLD_DETERMINISM` | `required` to fail tests in mock worlds if the runtime isn't one that they support |
/// | `WORLD_RUNTIME` | `hooks` to replace no function of the runtime, as where that isn't possible; see `HooksAlone` |
struct EnvironmentOptions: Sendable {
  var runs: Int?
  var token: String?
  var deadline: ContinuousClock.Instant?
  var shard: Shard?
  var report: String?
  /// Whether sets and dictionaries have the same order in each process.
  var hasSameHashes = false
  /// Whether a test fails if it isn't deterministic with this version of Swift's runtime.
  var requiresDeterminism = false
  /// Whether no function of the runtime is replaced.
  var usesHooksAlone = false
  /// What is wrong with the variables; `nil` if nothing is.
  var problem: String?

  private static let hashing = "SWIFT_DETERMINISTIC_HASHING"

  /// The variables that repeat a run in another process. The token follows them.
  static let again = hashing + "=1 WORLD_EXPLORE="

  static let ofProcess = EnvironmentOptions(ProcessInfo.processInfo.environment)

  init(_ environment: [String: String]) {
    func read(_ name: String, _ form: String, _ isRead: (String) -> Bool) {
      guard let value = environment[name], !value.isEmpty, !isRead(value) else { return }
      problem = "\(name) is \(value.debugDescription). It is \(form)."
    }
    read("WORLD_EXPLORE", "a number of runs, such as 200, or a token that begins with \"w2:\"") { value in
      token = value.hasPrefix(Token.prefix) ? value : nil
      runs = Int(value).flatMap { $0 > 0 ? $0 : nil }
      return token != nil || runs != nil
    }
    read("WORLD_EXPLORE_SECONDS", "a number of seconds above 0, such as 600") { value in
      guard let seconds = Double(value), seconds > 0, seconds < 1e9 else { return false }
      // check-world: allow the time that a person waits for tests is real time
      deadline = .now + .seconds(seconds)
      return true
    }
    read("WORLD_EXPLORE_SHARD", "a part of all, such as 3/8") { value in
      shard = Shard(value)
      return shard != nil
    }
    hasSameHashes = environment[EnvironmentOptions.hashing] == "1"
    read("WORLD_DETERMINISM", "\"required\", or unset") { value in
      requiresDeterminism = value == "required"
      return requiresDeterminism
    }
    read("WORLD_RUNTIME", "\"hooks\", or unset") { value in
      usesHooksAlone = value == "hooks"
      return usesHooksAlone
    }
    let misspelt = NearestMatch.misspeltVariables(in: environment).filter {
      World.Simulation.testVariables.contains($0.meant)
    }
    if !misspelt.isEmpty {
      problem = misspelt.map { name, meant in
        "\(name.quoted) is no variable of World. Rename it to \(meant), or unset it."
      }.joined(separator: " ")
    }
    report = environment["WORLD_EXPLORE_REPORT"].flatMap { $0.isEmpty ? nil : $0 }
    if report != nil, !isSweep {
      problem =
        "WORLD_EXPLORE_REPORT is set without WORLD_EXPLORE. Set that, too, to a number of runs, such as 200."
    }
  }

  /// Whether tests that have a world are explored.
  var isSweep: Bool { runs != nil || token != nil || problem != nil }

  func apply(to exploration: inout World.Exploration) {
    if let runs { exploration.runs = runs }
    if let token { exploration.only = token }
    if let shard { exploration.seed = EnvironmentOptions.seed(of: shard, from: exploration.seed) }
    exploration.deadline = [deadline, exploration.deadline].compactMap { $0 }.min()
    exploration.stopsAtFailure = runs == nil
  }

  /// Returns the seed of a shard of an exploration. The first shard has the exploration's seed. The others' are mixed:
  /// with a sum, their random numbers would be the same, only shifted.
  static func seed(of shard: Shard, from seed: UInt64) -> UInt64 {
    shard.number == 1 ? seed : SplitMix.mix(seed ^ SplitMix.mix(UInt64(shard.number)))
  }
}
