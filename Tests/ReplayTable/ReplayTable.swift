import Foundation
import World
import WorldMocks
import WorldStorage
import WorldTesting

/// Records live failures, and replays them.
package enum ReplayTable {
  /// What came of the failures of a program.
  package struct Row: Sendable, CustomStringConvertible {
    var program: String
    var failures = 0
    var runs = 0
    var events = 0
    /// Replayed to the same failure in the first run, and within a hundred orders.
    package var first = 0
    package var explored = 0
    /// Whether each of several replays did the same.
    package var isRepeatable = true
    var verdicts: [String: Int] = [:]

    package var description: String {
      let common = verdicts.max { $0.value < $1.value }.map { ", \($0.value) times: \($0.key)" } ?? ""
      return
        "\(program): \(first) of \(failures) in the first run, \(first + explored) within 100; \(runs) live runs, \(events) events"
        + (isRepeatable ? "" : ", NOT the same each time") + common
    }
  }

  package static func row(_ program: Program, failures: Int, keepsAll: Bool, limit: Int = 200_000) async
    -> Row
  {
    var row = Row(program: "\(program.kind.rawValue) \(program.name), \(keepsAll ? "all" : "nothing") kept")
    await Bank.$keepsAll.withValue(keepsAll) {
      while row.failures < failures, row.runs < limit {
        row.runs += 1
        guard let (text, file) = await live(program) else { continue }
        row.failures += 1
        guard let recording = try? Recording(file, named: "r") else { continue }
        row.events = recording.events.count
        let (found, verdict) = await replay(recording, program, 1)
        let (again, _) = await replay(recording, program, 1)
        if again != found { row.isRepeatable = false }
        if found == text {
          row.first += 1
        } else {
          row.verdicts[verdict, default: 0] += 1
          if await replay(recording, program, 100, of: text).found == text { row.explored += 1 }
        }
      }
    }
    return row
  }

  /// Runs a program live, recorded.
  ///
  /// - Returns: What failed, and the recording; `nil` if nothing did.
  package static func live(_ program: Program) async -> (text: String, file: Data)? {
    let recorder = World.Recorder(
      of: "program", by: "ReplayTable 1", keepingSettings: .all, keepingEvents: .all)
    var world = World.live
    program.change(&world)
    do {
      try await withWorld(world.recorded(by: recorder)) { try await program.body() }
      return nil
    } catch let failed as Failed {
      return (failed.description, recorder.file())
    } catch { return nil }
  }

  /// Replays a recording.
  ///
  /// - Parameter text: The failure that is looked for; `nil` for any.
  package static func replay(
    _ recording: Recording, _ program: Program, _ runs: Int, of text: String? = nil
  ) async -> (found: String?, verdict: String) {
    let state = Lock<(found: String?, replay: Replay?)>((nil, nil))
    let exploration = World.Exploration(
      runs: runs, varying: .schedule, seed: 1,
      startingFrom: {
        var world = World.mock
        world.analytics = .discarding
        let replay = recording.replay(in: &world)
        state.withLock { $0.replay = replay }
        return world
      })
    _ = await exploration.run {
      do { try await program.body() } catch let failed as Failed
        where text == nil || failed.description == text
      {
        state.withLock { $0.found = $0.found ?? failed.description }
        throw failed
      } catch is Failed {}
    }
    return state.withLock { ($0.found, $0.replay?.verdict ?? "") }
  }
}
