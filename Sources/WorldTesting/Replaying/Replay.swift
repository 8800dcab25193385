// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation
import WorldStorage

/// Answers the calls of one run from a recording, in the recorded order.
///
/// An asynchronous call returns when everything that was recorded before its return has happened. If no task can go on,
/// time passes to the earliest of the awaited returns, as in a sleep of the test's time machine.
package final class Replay: AnyReplay {
  struct Key: Hashable {
    var name: String
    var arguments: [JSON]?
  }

  struct State: Sendable {
    /// Which events happened in this run, which calls were made, and the first event that hasn't happened.
    var happened: [Bool]
    var made: [Bool]
    var next = 0
    /// The recorded task of each running task, and whether only its reads suggest that.
    var tasks: [UInt64: (task: Int, isAssumed: Bool)] = [:]
    var taken: Set<Int> = []
    /// The recorded tasks that were chosen, and the index of the choice for each running task.
    var choices: [(call: Matching.Call, index: Int)] = []
    var choiceOfTask: [UInt64: Int] = [:]
    /// Whether no recorded task was left to choose, and what to choose in another run.
    var isExhausted = false
    var otherChoices: [Int]?
    /// The index of each recorded task's first call that wasn't made.
    var firstLeft: [Int: Int] = [:]
    /// The index after each recorded task's last call that was made, reads not counted.
    var afterCalls: [Int: Int] = [:]
    /// The calls that wait for their end, by the end's place.
    var waiting: [Int: Wait] = [:]
    /// The last recorded answers to reads.
    var last: [Key: ReplayedCall] = [:]
    var divergence: String?
    var additionalReads = 0
    var additionalOutputs = 0
    /// The events, reads not counted, in the order in which they happened.
    var order: [Int] = []
    var maskedArguments = 0
    var maskedResults = 0
    var unrecorded: Set<String> = []
  }

  let recording: Recording
  private let machine: TimeMachine
  let planned: [Int]
  let state: Lock<State>

  init(_ recording: Recording, in machine: TimeMachine) {
    (self.recording, self.machine, planned) = (recording, machine, recording.matching.planned)
    let none = recording.events.map { _ in false }
    state = Lock(State(happened: none, made: none))
    if let first = recording.instants.first { machine.jump(to: first) }
  }

  // MARK: Calls

  package func begin(_ name: String, _ role: RecordedRole, arguments: [any Encodable]?) -> ReplayedCall? {
    let json = arguments.flatMap { $0.isEmpty ? nil : try? $0.map { try JSON($0) } }
    let task = EventLog.task
    let (call, isDivergence): (ReplayedCall?, Bool) = state.withLock { state in
      let place = find(name, json, role, by: task, in: &state)
      guard let place else {
        // A calendar that isn't set is read, too, and not recorded.
        if role == .soft, name != "calendar" { state.additionalReads += 1 }
        if role == .output { state.additionalOutputs += 1 }
        if role == .soft, let last = state.last[Key(name: name, arguments: json)] { return (last, false) }
        return (nil, (role == .strict || state.isExhausted) && state.divergence == nil)
      }
      let event = recording.events[place]
      state.made[place] = true
      if arguments == nil || json != nil && event.arguments == nil { state.maskedArguments += 1 }
      // For the time, the last answer is what the time machine shows.
      if role == .soft, !["date", "clock"].contains(name) {
        state.last[Key(name: name, arguments: json)] = recording.calls[place]
      }
      // From then on, the mock's store has the value.
      if name == "settings.write" { state.last = state.last.filter { $0.key.name != "settings.read" } }
      return (recording.calls[place], false)
    }
    if isDivergence { diverge(by: task, "now: \(Recording.text(name, json))") }
    if let call { happen(call.begin) }
    return call
  }

  /// Notes that an event happened, and lets the call whose turn it then is return.
  ///
  /// - Parameter isForced: Whether the events recorded before it no longer happen.
  private func happen(_ place: Int, isForced: Bool = false) {
    let (reached, due): (Int?, Wait?) = state.withLock { state in
      guard recording.events.indices.contains(place), !state.happened[place] else { return (nil, nil) }
      state.happened[place] = true
      let before = state.next
      if !recording.isRead[place] { state.order.append(place) }
      if isForced { state.next = max(state.next, place) }
      while state.next < state.happened.count, state.happened[state.next] { state.next += 1 }
      return (
        state.next > before ? min(state.next - 1, place) : nil, state.waiting.removeValue(forKey: state.next)
      )
    }
    if let reached, machine.now < recording.instants[reached] {
      machine.jump(to: recording.instants[reached])
    }
    due?.end()
  }

  // MARK: Returns

  package func waitForEnd(of call: ReplayedCall, isSleep: Bool) async -> Bool {
    let wait = Wait()
    let end = call.end
    let isDue = state.withLock { state in
      guard let end, state.next < end else { return end != nil }
      state.waiting[end] = wait
      return false
    }
    // A call that hadn't returned when the recording ended comes after all others.
    let turn =
      end.map { recording.instants[$0] }
      ?? (recording.instants.last ?? machine.now).advanced(by: .seconds(3_600))
    var isCancelled = false
    if !isDue {
      machine.call(after: machine.now.duration(to: turn)) { wait.end() }
      isCancelled = await withTaskCancellationHandler {
        await wait.value()
      } onCancel: {
        // A recorded sleep that returned, or threw, does so in its turn.
        if isSleep, end == nil { wait.end(isCancelled: true) }
      }
    }
    if let end {
      state.withLock { _ = $0.waiting.removeValue(forKey: end) }
      happen(end, isForced: true)
    } else if isSleep {
      return isCancelled || machine.now < turn
    } else if machine.now < turn {
      // The test is over.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    } else {
      note(call.begin, "now: no task goes on without it")
    }
    return false
  }

  /// A call that waits for its end.
  final class Wait: Sendable {
    private let state = Lock<(continuation: UnsafeContinuation<Bool, Never>?, isCancelled: Bool?)>(
      (nil, nil))

    func value() async -> Bool {
      await withUnsafeContinuation { continuation in
        let ended = state.withLock { state in
          if state.isCancelled == nil { state.continuation = continuation }
          return state.isCancelled
        }
        if let ended { continuation.resume(returning: ended) }
      }
    }

    func end(isCancelled: Bool = false) {
      let continuation = state.withLock { state in
        state.isCancelled = state.isCancelled ?? isCancelled
        return state.continuation.take()
      }
      continuation?.resume(returning: isCancelled)
    }
  }

  /// Returns whether the run must be made again, with other choices for recorded tasks that begin with the same call.
  func isToBeMadeAgain() -> Bool {
    let others = state.withLock { ($0.divergence != nil, $0.otherChoices) }
    return recording.matching.note(isSame: !others.0, otherwise: others.1)
  }

  // MARK: What came of it

  package func noteMasked(_ call: ReplayedCall) { state.withLock { $0.maskedResults += 1 } }

  package func noteUnrecorded(_ service: String) { state.withLock { _ = $0.unrecorded.insert(service) } }

  package func diverge(at call: ReplayedCall, _ problem: String) {
    note(call.begin, problem, event: call.end ?? call.begin)
  }

  private func diverge(by task: UInt64, _ now: String) {
    let others = state.withLock { state in
      let last = state.choiceOfTask[task] ?? state.choices.count - 1
      state.otherChoices = recording.choices(after: state.choices, changing: last)
      return state.otherChoices
    }
    // This is slow, and of an exploration's orders only the first one's divergence is shown.
    let isShown =
      (others == nil || recording.matching.isOver)
      && Scheduler.current?.core.chooser.row.taken.isEmpty ?? true
    let site = isShown ? CallSite.find() : nil
    let place = site.map { ", \($0.fileID.split(separator: "/").last ?? ""):\($0.line)" } ?? ""
    let (expected, recorded): (Int?, Int?) = state.withLock { state in
      // The only task that is left is the one that was meant.
      let left = recording.order.filter { !state.taken.contains($0) }
      guard let known = state.tasks[task]?.task ?? (left.count == 1 ? left.first : nil) else {
        return (nil, nil)
      }
      return (recording.tasks[known]?.first { !state.made[$0] && !recording.isRead[$0] }, known)
    }
    note(
      expected, now + place,
      otherwise: recorded.map { "nothing more in task \($0)" } ?? "no task that begins so")
  }

  private func note(_ place: Int?, _ now: String, otherwise: String = "", event number: Int? = nil) {
    state.withLock { state in
      if state.divergence != nil { return }
      let count = recording.events.count
      var parts = [now, "recorded: \(otherwise), of \(count) events"]
      if let place {
        let event = recording.events[place]
        let missing = (0..<place).count { !state.happened[$0] }
        parts = [
          "event \(recording.events[number ?? place].event) of \(count), task \(event.task)",
          "recorded: \(recording.text(ofCallAt: place))",
          now,
          place == 0
            ? "it is the first"
            : missing > 0
              ? "of the \(place) before, \(missing) haven't happened"
              : place == 1 ? "the one before is the same" : "the \(place) before are the same",
        ]
      }
      state.divergence = parts.joined(separator: " · ")
    }
  }
}
