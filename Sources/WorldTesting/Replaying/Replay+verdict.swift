// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World
import WorldStorage

extension Replay {
  /// How many events came earlier than recorded.
  var earlyEvents: Int {
    var earliest = Int.max
    return state.withLock { $0.order }.reversed().count { place in
      defer { earliest = min(earliest, place) }
      // An asynchronous call may begin early: its end waits.
      return earliest < place && recording.events[place].begin == nil
    }
  }

  /// Whether the test asked for nothing of the recording.
  private var isUnused: Bool { !recording.events.isEmpty && state.withLock { !$0.made.contains(true) } }

  /// The first difference that makes a replay impossible; `nil` if there is none.
  var divergence: String? {
    state.withLock { $0.divergence }.map { "\($0)\(masked) · recorded by \(recording.head.program)" }
  }

  private var masked: String {
    let (arguments, results, services) = state.withLock {
      ($0.maskedArguments, $0.maskedResults, $0.unrecorded.sorted())
    }
    let parts = [(arguments, "argument"), (results, "result")].filter { $0.0 > 0 }.map {
      "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")"
    }
    return (parts.isEmpty ? "" : " · masked: " + parts.joined(separator: ", "))
      + (services.isEmpty ? "" : " · not recordable: " + services.joined(separator: ", "))
  }

  /// The result of the replay, in one line.
  package var verdict: String {
    if let divergence { return "diverged: \(divergence)" }
    let (made, more, outputs) = state.withLock { ($0.made, $0.additionalReads, $0.additionalOutputs) }
    let early = earlyEvents
    let left = recording.calls.compactMap { $0?.begin }.filter { !made[$0] }
    var parts: [String] = []
    func add(_ count: Int, _ one: String, _ several: String, _ rest: String = "") {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : several)\(rest)") }
    }
    let calls = left.filter { !recording.isRead[$0] }
    if let first = calls.first {
      let call = "event \(recording.events[first].event): \(recording.text(ofCallAt: first))"
      add(calls.count, "recorded call wasn't", "recorded calls weren't", " made, the first is \(call)")
    }
    add(left.count - calls.count, "recorded read wasn't made", "recorded reads weren't made")
    add(more, "more read was made", "more reads were made")
    add(outputs, "more event or setting was written", "more events or settings were written")
    add(early, "event", "events", " came earlier than recorded: .exploring(200) runs other orders that fit")
    let events = "\(recording.events.count) event\(recording.events.count == 1 ? "" : "s")"
    let difference = parts.joined(separator: "; ")
    return (parts.isEmpty ? "the same, \(events)" : "compatible, \(events): \(difference)") + masked
  }

  /// Fails the running test if the replay diverged; otherwise writes its result.
  func report(of test: Test) {
    let text =
      "\(test.displayName ?? test.name): the replay of \(recording.name) \(divergence == nil ? "is " : "")\(verdict)"
    if isUnused, divergence == nil {
      let fixes = World.Issue.text(of: [
        "do in the test what the recorded operation did",
        "remove a trait inside of .replaying that gives the test another world, such as .world(.mock)",
      ])
      Issue.record(
        Comment(rawValue: "The test asked for nothing of the recording \(recording.name)." + fixes),
        sourceLocation: test.sourceLocation)
      return
    }
    if divergence == nil {
      let reason = recording.head.reason.map { " It was recorded because the operation \($0)." } ?? ""
      return writeLineToStandardError("World: \(text).\(reason)")
    }
    let fix = World.Issue.text(of: [
      "undo the change of the code",
      "if the code is as it should be, edit the events in Tests/Worlds/\(recording.name).jsonl, or record again",
    ])
    Issue.record(Comment(rawValue: text + "." + fix), sourceLocation: test.sourceLocation)
  }
}
