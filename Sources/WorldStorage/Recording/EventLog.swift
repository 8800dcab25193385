// SPDX-License-Identifier: MIT

import Foundation
import World

/// The last events of a recorded operation.
package final class EventLog: Sendable {
  /// An event, in 32 bytes.
  private struct Event: Sendable {
    /// The runtime's number of the task, or of the thread outside of tasks.
    var task: UInt64
    /// A date, or a random number.
    var bits: UInt64
    var call: RecordedFunction.KeptCall?
    var function: UInt16
    var isNumber = false
    /// For the end of a call, the position of its beginning. For a beginning, its own position.
    var begin = UInt32.max
  }

  private struct State: Sendable {
    var events: [Event] = []
    var count = 0
    var functions: [String] = []
    var numbers: [String: UInt16] = [:]
    var source: World.Recorder.Source?
  }

  let name: String
  private let program: String
  private let limit: Int
  private let size: Int
  private let state = Lock(State())

  init(name: String, program: String, limit: Int, size: Int) {
    (self.name, self.program, self.limit, self.size) = (name, program, max(limit, 1), size)
  }

  /// Notes which world is recorded.
  func use(_ source: World.Recorder.Source?) { state.withLock { $0.source = $0.source ?? source } }

  // MARK: Events

  /// Returns the number of a function.
  func number(of function: String) -> UInt16 {
    state.withLock { state in
      if let known = state.numbers[function] { return known }
      let number = UInt16(clamping: state.functions.count)
      // All further functions share the last number.
      if number < .max { state.functions.append(function) }
      state.numbers[function] = number
      return number
    }
  }

  func add(_ function: UInt16, number: UInt64) {
    _ = add(Event(task: EventLog.task, bits: number, function: function, isNumber: true))
  }

  /// Adds a read of the time, a call of a synchronous function, or the end of a call of an asynchronous function.
  func add(
    _ function: UInt16, at date: Date, _ call: RecordedFunction.KeptCall? = nil, endOf begin: UInt32 = .max
  ) {
    let bits = date.timeIntervalSinceReferenceDate.bitPattern
    _ = add(Event(task: EventLog.task, bits: bits, call: call, function: function, begin: begin))
  }

  /// Adds the beginning of a call of an asynchronous function.
  ///
  /// - Returns: The position of the event.
  func begin(_ function: UInt16, at date: Date, _ call: RecordedFunction.KeptCall) -> UInt32 {
    let bits = date.timeIntervalSinceReferenceDate.bitPattern
    return add(Event(task: EventLog.task, bits: bits, call: call, function: function), isBegin: true)
  }

  private func add(_ event: Event, isBegin: Bool = false) -> UInt32 {
    // The values of a lost event are released without the lock.
    let (place, lost) = state.withLock { state in
      var event = event
      let place = state.count
      if isBegin { event.begin = UInt32(truncatingIfNeeded: place) }
      state.count += 1
      if place < limit {
        state.events.append(event)
      } else {
        swap(&event, &state.events[place % limit])
      }
      return (UInt32(truncatingIfNeeded: place), event.call)
    }
    return withExtendedLifetime(lost) { place }
  }

  /// The runtime's number of the running task, or of the thread outside of tasks.
  package static var task: UInt64 {
    let number = currentTaskID
    return number != 0 ? number : UInt64(truncatingIfNeeded: currentThread()) | 1 << 63
  }

  // MARK: Lines

  /// Returns the lines of a file.
  ///
  /// - Parameter reason: Why the file is written.
  func lines(because reason: String?) -> [Data] {
    let (events, count, functions, source) = state.withLock {
      ($0.events, $0.count, $0.functions, $0.source)
    }
    let first = count - events.count
    let ordered = (first..<count).map { events[$0 % limit] }
    let start = ordered.lazy.filter { !$0.isNumber }.map { Double(bitPattern: $0.bits) }.min() ?? 0
    // The tasks, in the order in which they were created.
    let numbers = Set(ordered.map(\.task)).sorted()
    let tasks = Dictionary(uniqueKeysWithValues: zip(numbers, 1...))
    let encoder = JSONEncoder.ofLines
    var lines: [Data] = []
    for (index, event) in ordered.enumerated() {
      let place = first + index
      var line = RecordedEvent<AnyEncodable>(event: place + 1, task: tasks[event.task] ?? 0)
      let name =
        event.function < .max ? functions[Int(event.function)] : "one of more than 65,535 functions"
      if event.begin == UInt32(truncatingIfNeeded: place) {
        line.begin = name
      } else if event.begin == .max {
        line.call = name
      } else {
        line.end = Int(event.begin) + 1
      }
      if event.isNumber {
        line.result = AnyEncodable(value: event.bits)
      } else {
        line.at = Double(bitPattern: event.bits) - start.rounded(.down)
      }
      event.call?.write(to: &line)
      if let data = try? encoder.encode(line) {
        lines.append(data)
      } else {
        // A type of the program can't be encoded.
        if line.result != nil { line.isMasked = true }
        (line.arguments, line.result) = (nil, nil)
        line.error?.value = nil
        lines.append((try? encoder.encode(line)) ?? Data())
      }
    }
    var left = size
    let kept = lines.reversed().prefix { line in
      left -= line.count + 1
      return left >= 0
    }
    let head = RecordingHead(
      recording: RecordingHead.version, name: name, program: program, reason: reason,
      start: Date(timeIntervalSinceReferenceDate: start.rounded(.down)), lost: count - kept.count,
      timezone: source?.world.timezone().identifier, locale: source?.world.locale().identifier)
    encoder.dateEncodingStrategy = .iso8601
    return [(try? encoder.encode(head)) ?? Data()] + kept.reversed()
  }
}

/// The first line of a file.
package struct RecordingHead: Codable, Sendable {
  /// The format's version.
  package var recording: Int
  package var name: String
  package var program: String
  /// Why the file was written; `nil` if on request.
  package var reason: String?
  /// The whole second from which the events' times count.
  package var start: Date
  /// The number of events that were lost before the first one.
  package var lost: Int
  package var timezone: String?
  package var locale: String?
  package var swift: String? = compiler

  package static let version = 1

  #if compiler(>=6.4)
    private static let compiler = "6.4 or later"
  #elseif compiler(>=6.3)
    private static let compiler = "6.3"
  #elseif compiler(>=6.2)
    private static let compiler = "6.2"
  #else
    private static let compiler = "6.1"
  #endif
}
