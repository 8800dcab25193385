// SPDX-License-Identifier: MIT

import Foundation
import World

/// How a replay handles the calls of a function.
package enum RecordedRole: Sendable {
  /// A call that isn't in the recording is a divergence.
  case strict
  /// A call that isn't in the recording has the result of the last call with the same arguments.
  case soft
  /// Output of the program. A replay calls the function, too.
  case output
  /// A sleep takes as long as in the recording, and one that isn't in the recording as long as requested.
  case sleep
}

/// A function whose calls are recorded, or answered from a recording.
///
/// It isn't generic, because the runtime would look up its types at each call.
final class RecordedFunction: Sendable {
  private let name: String
  private let role: RecordedRole
  private let keeping: KeptValues
  private let target: World.Recorder.Target
  private let now: @Sendable () -> Date
  /// The number of the function in the log.
  private let number: UInt16
  private let outermost: Inside

  init(_ name: String, _ role: RecordedRole, keeping: KeptValues, in recorder: World.Recorder) {
    (self.name, self.role, self.keeping) = (name, role, keeping)
    (target, now) = (recorder.target, recorder.source?.world.date ?? World.live.date)
    number = if case .log(let log) = target { log.number(of: name) } else { 0 }
    outermost = Inside(target.object)
  }

  /// A call that is under way.
  struct Call {
    fileprivate var arguments: [any Sendable]
    fileprivate var begin: UInt32?
    fileprivate var replayed: ReplayedCall?

    var isReplayed: Bool { replayed != nil }
  }

  /// Begins a call.
  ///
  /// - Returns: `nil` inside of another call, where nothing is recorded.
  func begin(_ arguments: [any Sendable], isAsync: Bool = false) -> Call? {
    if Inside.isIn(target.object) { return nil }
    var call = Call(arguments: arguments)
    switch target {
    case .log(let log):
      if isAsync { call.begin = log.begin(number, at: now(), KeptCall(keeping, arguments)) }
    case .replay(let replay):
      call.replayed = replay.begin(name, role, arguments: keeping.arguments(arguments))
    }
    return call
  }

  /// The mark for the code that the function calls.
  var inside: Inside { Inside.current.map { Inside(target.object, in: $0) } ?? outermost }

  func end<Output: Sendable>(_ call: Call, _ output: Output) {
    guard case .log(let log) = target else { return }
    // The result is type-erased, like the arguments.
    add(call, Output.self == Void.self ? nil : output as any Sendable, nil, to: log)
  }

  func end(_ call: Call, throwing error: any Error) {
    if case .log(let log) = target { add(call, nil, error, to: log) }
  }

  private func add(_ call: Call, _ output: (any Sendable)?, _ error: (any Error)?, to log: EventLog) {
    if let begin = call.begin {
      log.add(number, at: now(), KeptCall(keeping, nil, output, error), endOf: begin)
    } else {
      log.add(number, at: now(), KeptCall(keeping, call.arguments, output, error))
    }
  }

  /// Calls a synchronous function.
  func call<Output: Sendable>(
    _ arguments: [any Sendable] = [], _ function: () throws -> Output
  ) throws -> Output {
    guard let call = begin(arguments) else { return try function() }
    if call.isReplayed, let output: Output = try replayed(call) { return output }
    do {
      let output = try Inside.$current.withValue(inside, operation: function)
      end(call, output)
      return output
    } catch {
      end(call, throwing: error)
      throw error
    }
  }

  // MARK: Replays

  /// Returns the recorded result of a call; `nil` if the function must be called.
  ///
  /// - Throws: The recorded error.
  func replayed<Output: Sendable>(_ call: Call) throws -> Output? {
    guard let replayed = call.replayed, let event = replayed.event, role != .output,
      case .replay(let replay) = target
    else { return nil }
    if let error = event.restoredError { throw error }
    if Output.self == Void.self, let output = () as? Output { return output }
    do {
      if let output = try event.result(as: Output.self) { return output }
      replay.noteMasked(replayed)
    } catch {
      replay.diverge(at: replayed, "the recorded result isn't a \(Output.self): \(error)")
    }
    return nil
  }

  /// The same for a function that throws no errors.
  func replayedResult<Output: Sendable>(_ call: Call) -> Output? {
    do { return try replayed(call) } catch {
      if let replayed = call.replayed, case .replay(let replay) = target { replay.noteMasked(replayed) }
      return nil
    }
  }

  /// Waits until the call returned in the recording.
  ///
  /// - Returns: Whether the task was cancelled first.
  func waitForEnd(of call: Call) async -> Bool {
    guard let replayed = call.replayed, case .replay(let replay) = target else { return false }
    return await replay.waitForEnd(of: replayed, isSleep: role == .sleep)
  }
}

extension RecordedFunction {
  /// The values that are kept of a call, or of its end, until a file is written.
  final class KeptCall: Sendable {
    // Not the function: it retains the log, which retains this call.
    private let keeping: KeptValues
    private let arguments: [any Sendable]?
    private let output: (any Sendable)?
    private let error: (any Error)?
    /// Whether the function returned anything but `Void`, kept or not.
    private let hasResult: Bool

    init(
      _ keeping: KeptValues, _ arguments: [any Sendable]?, _ output: (any Sendable)? = nil,
      _ error: (any Error)? = nil
    ) {
      self.keeping = keeping
      // Values that aren't kept are released as early as without a recording.
      (self.arguments, self.output) = keeping.isNothing ? (nil, nil) : (arguments, output)
      self.error = error
      hasResult = output != nil
    }

    func write(to line: inout RecordedEvent<AnyEncodable>) {
      if let arguments, let kept = keeping.arguments(arguments), !kept.isEmpty {
        line.arguments = kept.map { AnyEncodable(value: $0) }
      }
      if hasResult {
        line.result = output.flatMap(keeping.result).map { AnyEncodable(value: $0) }
        if line.result == nil { line.isMasked = true }
      }
      guard let error else { return }
      // The symbol of a private type contains an address.
      let symbol = _mangledTypeName(type(of: error)).flatMap { $0.contains("$") ? nil : $0 }
      line.error = RecordedEvent.Failure(type: typeName(type(of: error)), symbol: symbol)
      if !keeping.keepsErrors { return }
      line.error?.text = "\(error)"
      line.error?.value = (error as? any Encodable).map { AnyEncodable(value: $0) }
    }
  }
}

// MARK: - Calls inside of calls

/// A mark of the code that a recorded function calls.
final class Inside: Sendable {
  @TaskLocal static var current: Inside?

  /// The task-local's address, to read it without retaining. It is never freed.
  nonisolated(unsafe) private static let key = UnsafeRawPointer(Unmanaged.passUnretained($current).toOpaque())

  /// Whether the running code is inside of a recorded call, where nothing is recorded.
  static func isIn(_ target: AnyObject) -> Bool {
    let current: Unmanaged<Inside>? = unretainedTaskLocal(key)
    return current?._withUnsafeGuaranteedRef { $0.includes(target) } ?? false
  }

  /// The log, or the replay.
  private let target: AnyObject & Sendable
  private let outer: Inside?

  init(_ target: AnyObject & Sendable, in outer: Inside? = nil) {
    (self.target, self.outer) = (target, outer)
  }

  private func includes(_ target: AnyObject) -> Bool {
    self.target === target || outer?.includes(target) == true
  }
}

extension World.Recorder.Target {
  var object: AnyObject & Sendable {
    switch self {
    case .log(let log): log
    case .replay(let replay): replay
    }
  }
}
