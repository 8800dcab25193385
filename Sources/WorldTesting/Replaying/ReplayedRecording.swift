// SPDX-License-Identifier: MIT

import Foundation
import Testing
import World
import WorldSimulation
import WorldStorage

/// A program's recording, to be replayed.
package struct Recording: Sendable {
  let name: String
  let head: RecordingHead
  package let events: [RecordedEvent<JSON>]
  /// The call that each event is or begins; `nil` for ends.
  let calls: [ReplayedCall?]
  /// Whether each event is a read. If none is left, the last one answers.
  let isRead: [Bool]
  /// The places of each task's calls, by the task's number; and the tasks' numbers in order.
  let tasks: [Int: [Int]]
  let order: [Int]
  /// The recorded tasks of the running ones, in all runs of one case of a test.
  var matching = Matching()
  /// When each event happened: later than the one before, by a minimal step if both happened at the same time.
  let instants: [TimeMachine.Instant]

  /// An error that says what is wrong with a file.
  package struct Unreadable: Error, CustomStringConvertible {
    package var description: String
  }

  /// Reads a recording from the folder `Tests/Worlds`.
  init(named name: String, for test: Test) throws(Unreadable) {
    guard let folder = RememberedRuns.folder(for: test.sourceLocation.path) else {
      throw Unreadable(
        description: "The recording \(name.quoted) isn't there: the package has no folder Tests/Worlds.")
    }
    let file = folder.appending(path: name + ".jsonl")
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw Unreadable(
        description: "The recording \(name.quoted) can't be read: \(file.path): \(error.localizedDescription)"
      )
    }
    try self.init(data, named: name)
  }

  package init(_ data: Data, named name: String) throws(Unreadable) {
    self.name = name
    func unreadable(_ line: Int, _ problem: String) -> Unreadable {
      Unreadable(description: "\(name).jsonl:\(line): \(problem)")
    }
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    struct Version: Decodable { var recording: Int }
    guard let first = lines.popFirst(), let version = try? decoder.decode(Version.self, from: Data(first))
    else {
      throw unreadable(1, "The first line isn't the head of a recording.")
    }
    guard version.recording == RecordingHead.version else {
      throw unreadable(
        1,
        "Its format is \(version.recording), and this World reads \(RecordingHead.version). Use the World that recorded it."
      )
    }
    do { head = try decoder.decode(RecordingHead.self, from: Data(first)) } catch {
      throw unreadable(1, Recording.problem(error, otherwise: "The member \"start\" is no date."))
    }
    if head.lost > 0 {
      throw unreadable(
        1,
        "It lost its first \(head.lost) events, so that it can be read and not be replayed. Record with a larger limit and size, or a shorter operation."
      )
    }
    var events: [RecordedEvent<JSON>] = []
    var (begins, ends): ([Int: Int], [Int: Int]) = ([:], [:])
    for (index, line) in lines.enumerated() where line.contains(where: { !" \r\t".utf8.contains($0) }) {
      let (event, place): (RecordedEvent<JSON>, Int)
      do {
        (event, place) = (try decoder.decode(RecordedEvent<JSON>.self, from: Data(line)), events.count)
      } catch {
        throw unreadable(index + 2, Recording.problem(error))
      }
      switch (event.call, event.begin, event.end) {
      case (_?, nil, nil): break
      case (nil, _?, nil):
        guard begins.updateValue(place, forKey: event.event) == nil else {
          throw unreadable(index + 2, "Event \(event.event) begins a second time.")
        }
      case (nil, nil, let number?):
        guard let begin = begins[number], ends.updateValue(place, forKey: begin) == nil else {
          throw unreadable(index + 2, "It is the end of event \(number), which begins no call before it.")
        }
      default: throw unreadable(index + 2, "An event needs one of call, begin and end.")
      }
      events.append(event)
    }
    let start = head.start
    func call(_ begin: Int, _ end: Int?) -> ReplayedCall {
      let event = end.map { events[$0] }
      return ReplayedCall(
        begin: begin, end: end == begin ? nil : end, event: event,
        date: event?.at.map { start.addingTimeInterval($0) })
    }
    self.events = events
    calls = events.enumerated().map { place, event in
      if event.end != nil { return nil }
      return call(place, event.call == nil ? ends[place] : place)
    }
    let reads: Set = ["date", "clock", "timezone", "locale", "calendar", "settings.read"]
    isRead = events.map { reads.contains($0.name) }
    tasks = Dictionary(grouping: calls.compactMap { $0?.begin }) { events[$0].task }
    order = tasks.keys.sorted()
    var last = TimeMachine.Instant(start.addingTimeInterval(events.lazy.compactMap(\.at).first ?? 0))
    instants = events.map { event in
      let time = event.at.map { TimeMachine.Instant(start.addingTimeInterval($0)) } ?? last
      last = max(last.advanced(by: Duration(secondsComponent: 0, attosecondsComponent: 1)), time)
      return last
    }
  }

  private static func problem(_ error: any Error, otherwise: String = "This is no JSON.") -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "It has no member \(key.stringValue.quoted)."
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "The member \(context.codingPath.map(\.stringValue).joined(separator: ".").quoted) has another type."
    default: otherwise
    }
  }
}

extension Recording {
  /// Prepares a world for a new run that replays the recording.
  package func replay(in world: inout World) -> Replay {
    if let zone = head.timezone.flatMap({ TimeZone(identifier: $0) }) { world.timezone = { zone } }
    if let locale = head.locale.map({ Locale(identifier: $0) }) { world.locale = { locale } }
    let replay = Replay(self, in: world.time)
    Scheduler.current?.test.replay = replay
    world = world.recorded(by: World.Recorder(replay))
    return replay
  }

  /// `Payments.charge(100) threw Shop.Declined`
  func text(ofCallAt place: Int) -> String {
    let event = events[place]
    let call = Recording.text(event.name, event.arguments)
    guard let ending = calls[place]?.event else {
      return "\(call), which hadn't returned when the recording ended"
    }
    return call + (ending.error.map { " threw \($0.text ?? $0.type)" } ?? "")
  }

  static func text(_ name: String, _ arguments: [JSON]?) -> String {
    "\(name)(\((arguments ?? []).map(\.text).joined(separator: ", ")))"
  }
}

// MARK: - Tasks that begin alike

/// Chooses the recorded tasks of the running ones, if several begin with the same call. If no run fits with the first
/// choices, others are tried.
package final class Matching: Sendable {
  struct Call: Hashable, Sendable {
    var name: String
    var arguments: [JSON]?
    /// Whether it has these arguments.
    var isExact: Bool
  }

  private static let limit = 100
  private let state = Lock<(planned: [Int], runs: Int)>(([], 0))

  /// The index of each running task among the recorded ones that are left, in the order of the running tasks' first calls.
  var planned: [Int] { state.withLock { $0.planned } }

  /// Whether no other choices are tried any more.
  var isOver: Bool { state.withLock { $0.runs >= Matching.limit } }

  /// Notes whether a run fits.
  ///
  /// - Returns: Whether the run must be made again: with other choices, or with the first ones if none fit.
  func note(isSame: Bool, otherwise others: [Int]?) -> Bool {
    state.withLock { state in
      guard state.runs < Matching.limit else { return false }
      state.runs += 1
      if !isSame, let others, state.runs < Matching.limit {
        state.planned = others
        return true
      }
      state.runs = Matching.limit
      if isSame || state.planned.isEmpty { return false }
      state.planned = []
      return true
    }
  }
}

extension Recording {
  /// Whether tasks begin with the same call, and differ later.
  var isAmbiguous: Bool {
    var first: [Matching.Call: [Matching.Call]] = [:]
    for task in order {
      let calls = (tasks[task] ?? []).filter { !isRead[$0] }.map {
        Matching.Call(name: events[$0].name, arguments: events[$0].arguments, isExact: true)
      }
      guard let call = calls.first else { continue }
      if let others = first.updateValue(calls, forKey: call), others != calls { return true }
    }
    return false
  }

  func fits(_ place: Int, _ call: Matching.Call) -> Bool {
    let event = events[place]
    if event.name != call.name { return false }
    return !call.isExact || call.arguments == nil || event.arguments == nil
      || call.arguments == event.arguments
  }

  /// Returns the place of a call with which a task begins, apart from reads.
  ///
  /// - Parameter skipsOutputs: Whether also apart from analytics events and settings that were written.
  func first(
    _ call: Matching.Call, in task: Int, skipsOutputs: Bool = false, isMade: (Int) -> Bool
  ) -> Int? {
    for place in tasks[task] ?? [] where !isMade(place) {
      if fits(place, call) { return place }
      let isOutput = skipsOutputs && ["analytics.track", "settings.write"].contains(events[place].name)
      if !isRead[place], !isOutput { return nil }
    }
    return nil
  }

  /// Returns the next choices, with a change up to the one at `last`; `nil` if there are none.
  func choices(after choices: [(call: Matching.Call, index: Int)], changing last: Int) -> [Int]? {
    for place in choices.indices.prefix(last + 1).reversed() {
      let (call, index) = choices[place]
      if order.count(where: { first(call, in: $0, isMade: { _ in false }) != nil }) > index + 1 {
        return choices[..<place].map(\.index) + [index + 1]
      }
    }
    return nil
  }
}
