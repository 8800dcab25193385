// SPDX-License-Identifier: MIT

import Foundation
import World

extension World {
  /// Records what a program reads of its environment while an operation runs, so that a test can replay a failure.
  ///
  /// ```swift
  /// let recorder = World.Recorder(
  ///   of: "order", by: "Shop 4.2", writingTo: "/var/recordings", keepingSettings: .all, keepingEvents: .nothing)
  /// try await recorder.run { try await respond(to: incoming) }
  /// ```
  ///
  /// It isn't what the module `WorldMocks` has for tests: `recording(_:)` notes the calls of one closure, and
  /// `World.Analytics.recorder()` the events of a sink. Neither makes a file that can be replayed.
  ///
  /// A recorder is for one request, one command, or one run. The test reads the file of a failure from the folder `Tests/Worlds`:
  /// `@Test(.replaying("order-4711"))`.
  ///
  /// **Cost.** A date takes some 45 ns more than one that isn't recorded, and a call of an asynchronous function two microseconds.
  /// The last 4,096 events are kept. Arguments and results that are to be kept stay in memory as long as their event, and are encoded
  /// only when a file is written.
  ///
  /// **Thread-safety.** May be used from any thread.
  public struct Recorder: Sendable {
    package enum Target: Sendable {
      case log(EventLog)
      case replay(any AnyReplay)
    }

    package let target: Target
    /// What the names of functions begin with.
    private(set) var prefix = ""
    /// The world that is recorded.
    package private(set) var source: Source?

    package final class Source: Sendable {
      package let world: World
      init(_ world: World) { self.world = world }
    }

    /// Where the files of failures are written.
    let folder: String?
    let settings: Keeping<String, Settings.StoredValue?>
    let events: Keeping<Analytics.Event, Void>

    /// A recorder of one operation.
    ///
    /// - Parameters:
    ///   - name: What the operation is, for the file's name.
    ///   - program: The program and its version.
    ///   - folder: Where ``run(isolation:_:)`` writes a file when the operation fails; `nil` for nowhere.
    ///   - settings: What is kept of the names and values of settings.
    ///   - events: What is kept of the events for analytics.
    ///   - limit: How many events are kept: the last ones.
    ///   - size: How large the events of a file may be, in bytes.
    public init(
      of name: String, by program: String, writingTo folder: String? = nil,
      keepingSettings settings: Keeping<String, Settings.StoredValue?>,
      keepingEvents events: Keeping<Analytics.Event, Void>, limit: Int = 4_096, size: Int = 16 << 20
    ) {
      target = .log(EventLog(name: name, program: program, limit: limit, size: size))
      (self.folder, self.settings, self.events) = (folder, settings, events)
    }

    /// One that replays.
    package init(_ replay: any AnyReplay) {
      (target, folder, settings, events) = (.replay(replay), nil, .all, .all)
    }
  }
}

// MARK: - Functions

extension World.Recorder {
  /// Wraps a function of a service: its calls are recorded, and in a replay answered from the recording.
  ///
  /// ``World/Recordable`` shows how it is used.
  ///
  /// In a replay the function isn't called. A call that isn't in the recording makes the test fail, and calls the mock's.
  ///
  /// Results that are kept must be `Codable`, and so must errors, to be thrown again with their type.
  ///
  /// - Parameters:
  ///   - name: The function's name, which is unique in its service.
  ///   - keeping: What is kept of its calls.
  ///   - function: The function. It doesn't declare the type of its errors.
  /// - Returns: A function that does the same.
  public func callAsFunction<each Argument: Sendable, Output: Sendable>(
    _ name: String, keeping: Keeping<(repeat each Argument), Output>,
    _ function: @escaping @Sendable (repeat each Argument) -> Output
  ) -> @Sendable (repeat each Argument) -> Output {
    recorded(by: self.function(name, keeping: keeping), function)
  }

  func recorded<each Argument: Sendable, Output: Sendable>(
    by recorded: RecordedFunction, _ function: @escaping @Sendable (repeat each Argument) -> Output
  ) -> @Sendable (repeat each Argument) -> Output {
    { (argument: repeat each Argument) in
      guard let call = recorded.begin(list(repeat each argument)) else {
        return function(repeat each argument)
      }
      if call.isReplayed, let output: Output = recorded.replayedResult(call) { return output }
      let output = Inside.$current.withValue(recorded.inside) { function(repeat each argument) }
      recorded.end(call, output)
      return output
    }
  }

  /// Wraps a function that may throw. See the form that doesn't throw.
  public func callAsFunction<each Argument: Sendable, Output: Sendable>(
    _ name: String, keeping: Keeping<(repeat each Argument), Output>,
    _ function: @escaping @Sendable (repeat each Argument) throws -> Output
  ) -> @Sendable (repeat each Argument) throws -> Output {
    let recorded = self.function(name, keeping: keeping)
    return { (argument: repeat each Argument) in
      try recorded.call(list(repeat each argument)) { try function(repeat each argument) }
    }
  }

  /// Wraps an asynchronous function. See the synchronous form. In a replay, calls return in the recorded order.
  public func callAsFunction<each Argument: Sendable, Output: Sendable>(
    _ name: String, keeping: Keeping<(repeat each Argument), Output>,
    _ function: @escaping @Sendable (repeat each Argument) async -> Output
  ) -> @Sendable (repeat each Argument) async -> Output {
    let recorded = self.function(name, keeping: keeping)
    return { (argument: repeat each Argument) in
      guard let call = recorded.begin(list(repeat each argument), isAsync: true) else {
        return await function(repeat each argument)
      }
      if call.isReplayed {
        _ = await recorded.waitForEnd(of: call)
        if let output: Output = recorded.replayedResult(call) { return output }
      }
      let output = await Inside.$current.withValue(recorded.inside) { await function(repeat each argument) }
      recorded.end(call, output)
      return output
    }
  }

  /// Wraps an asynchronous function that may throw. See the synchronous form. In a replay, calls return in the recorded order.
  public func callAsFunction<each Argument: Sendable, Output: Sendable>(
    _ name: String, keeping: Keeping<(repeat each Argument), Output>,
    _ function: @escaping @Sendable (repeat each Argument) async throws -> Output
  ) -> @Sendable (repeat each Argument) async throws -> Output {
    recorded(by: self.function(name, keeping: keeping), function)
  }

  func recorded<each Argument: Sendable, Output: Sendable>(
    by recorded: RecordedFunction,
    _ function: @escaping @Sendable (repeat each Argument) async throws -> Output
  ) -> @Sendable (repeat each Argument) async throws -> Output {
    { (argument: repeat each Argument) in
      guard let call = recorded.begin(list(repeat each argument), isAsync: true) else {
        return try await function(repeat each argument)
      }
      if call.isReplayed {
        if await recorded.waitForEnd(of: call) { throw CancellationError() }
        if let output: Output = try recorded.replayed(call) { return output }
      }
      do {
        let output = try await Inside.$current.withValue(recorded.inside) {
          try await function(repeat each argument)
        }
        recorded.end(call, output)
        return output
      } catch {
        recorded.end(call, throwing: error)
        throw error
      }
    }
  }

  func function<each Argument: Sendable, Output>(
    _ name: String, _ role: RecordedRole = .strict, keeping: Keeping<(repeat each Argument), Output>
  ) -> RecordedFunction {
    let kept = KeptValues(keeping) { list in
      var rest = list[...]
      // The list is the function's own.
      func next<Value>(_ type: Value.Type) throws -> Value {
        guard let value = rest.popFirst() as? Value else { throw OtherType() }
        return value
      }
      return try? (repeat next((each Argument).self))
    }
    return RecordedFunction(prefix + name, role, keeping: kept, in: self)
  }

  var isReplaying: Bool { if case .replay = target { true } else { false } }

  func named(_ prefix: String) -> World.Recorder {
    var recorder = self
    recorder.prefix = prefix
    return recorder
  }

  /// For a world.
  func of(_ world: World) -> World.Recorder {
    var recorder = self
    recorder.source = world.recorder?.source ?? Source(world)
    if case .log(let log) = target { log.use(recorder.source) }
    return recorder
  }

  func withoutRecording<Output>(_ body: () -> Output) -> Output {
    Inside.$current.withValue(Inside(target.object, in: Inside.current), operation: body)
  }
}

private func list<each Argument: Sendable>(_ argument: repeat each Argument) -> [any Sendable] {
  var list: [any Sendable] = []
  repeat list.append(each argument)
  return list
}

/// A value of another type than its function's.
private struct OtherType: Error {}
