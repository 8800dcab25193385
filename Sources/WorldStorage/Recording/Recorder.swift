// SPDX-License-Identifier: MIT

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
  /// The recorders of the module `WorldMocks` are for tests: `recording(_:)` notes the calls of one closure, and
  /// `World.Analytics.recorder()` the events of a sink. Neither makes a file that can be replayed.
  ///
  /// Use a recorder for one request, one command, or one run. A test reads the file of a failure from the folder `Tests/Worlds`:
  /// `@Test(.replaying("order-4711"))`.
  ///
  /// **Cost.** A read of the date takes some 45 ns more if it is recorded, and a call of an asynchronous function two microseconds.
  /// The last 4,096 events are kept. Their arguments and results stay in memory, and are encoded only when a file is written.
  ///
  /// **Thread-safety.** May be used from any thread.
  public struct Recorder: Sendable {
    package enum Target: Sendable {
      case log(EventLog)
      case replay(any AnyReplay)
    }

    package let target: Target
    /// The prefix of the names of functions.
    private(set) var prefix = ""
    /// The world that is recorded.
    package private(set) var source: Source?

    package final class Source: Sendable {
      package let world: World
      init(_ world: World) { self.world = world }
    }

    /// The folder for the files of failures.
    let folder: String?
    let settings: Keeping<String, Settings.StoredValue?>
    let events: Keeping<Analytics.Event, Void>

    /// Creates a recorder of one operation.
    ///
    /// - Parameters:
    ///   - name: The name of the operation, for the file's name.
    ///   - program: The program and its version.
    ///   - folder: The folder in which ``run(isolation:_:)`` writes a file when the operation fails; `nil` to write none.
    ///   - settings: What is kept of the names and values of settings.
    ///   - events: What is kept of analytics events.
    ///   - limit: The maximum number of events; the last ones are kept.
    ///   - size: The maximum size of a file's events, in bytes.
    public init(
      of name: String, by program: String, writingTo folder: String? = nil,
      keepingSettings settings: Keeping<String, Settings.StoredValue?>,
      keepingEvents events: Keeping<Analytics.Event, Void>, limit: Int = 4_096, size: Int = 16 << 20
    ) {
      target = .log(EventLog(name: name, program: program, limit: limit, size: size))
      (self.folder, self.settings, self.events) = (folder, settings, events)
    }

    /// Creates a recorder that replays a recording.
    package init(_ replay: any AnyReplay) {
      (target, folder, settings, events) = (.replay(replay), nil, .all, .all)
    }
  }
}

// MARK: - Functions

extension World.Recorder {
  /// Wraps a function of a service. Its calls are recorded; a replay answers them from the recording.
  ///
  /// ``World/Recordable`` shows how it is used.
  ///
  /// A replay doesn't call the function. A call that isn't in the recording fails the test, and calls the mock's function.
  ///
  /// Results that are kept must be `Codable`. So must errors, so that a replay throws them with their types.
  ///
  /// - Parameters:
  ///   - name: The function's name, which is unique in its service.
  ///   - keeping: What is kept of its calls.
  ///   - function: The function, without typed throws.
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
      // The list has the arguments of this function, in order.
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

  /// Returns this recorder for a world.
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
