// SPDX-License-Identifier: MIT

import World
import WorldSimulation

extension World {
  /// The calls of a closure that was wrapped by ``recording(_:)-95010``, in order.
  ///
  /// **Thread-safety.** May be read on any thread while the closure is called.
  public final class Calls<Arguments: Sendable, Output: Sendable>: Sendable {
    /// One call.
    public struct Call: Sendable {
      /// The argument, or a tuple if there are several.
      public let arguments: Arguments
      /// The returned value or the error; `nil` while the call is running.
      public fileprivate(set) var result: Result<Output, any Error>?
    }

    private let state = Lock<(calls: [Call], ended: Int)>(([], 0))
    private let waiters = CountWaiters()

    private let limit: WaitLimit
    private let real: RealTime

    init(limit: WaitLimit = .standard, real: RealTime = .system) { (self.limit, self.real) = (limit, real) }

    /// The calls so far, in the order in which they began.
    public var all: [Call] { state.withLock { $0.calls } }

    /// The number of calls that began.
    public var count: Int { state.withLock { $0.calls.count } }

    /// The arguments of each call, in the order in which the calls began.
    public var arguments: [Arguments] { all.map(\.arguments) }

    /// The returned values and the errors of the calls that have ended.
    public var results: [Result<Output, any Error>] { all.compactMap(\.result) }

    /// Waits, without polling, until at least `count` calls have ended.
    ///
    /// In XCTest, and elsewhere where the test's tasks run as Swift runs them, it ends after a minute with an error and an issue.
    ///
    /// - Throws: `CancellationError`, at once, when the waiting task is cancelled.
    public func waitUntilEnded(_ count: Int) async throws {
      try await waiters.wait(for: count, { ended }, limit: limit, in: real) { [self] time in
        let (begun, ended) = state.withLock { ($0.calls.count, $0.ended) }
        return WaitLimit.Text(
          "waitUntilEnded(\(count)) has waited for \(time.inSeconds) s; \(begun) calls have begun, and \(ended) have ended",
          fixes: [
            "wait for as many calls as the code makes",
            "see that the code calls the closure in this test's world, and that what it awaits ends",
          ])
      }
    }

    private var ended: Int { state.withLock { $0.ended } }

    fileprivate func begin(_ arguments: Arguments) -> Int {
      state.withLock { state in
        state.calls.append(Call(arguments: arguments))
        return state.calls.count - 1
      }
    }

    fileprivate func end<Failure: Error>(_ call: Int, _ result: Result<Output, Failure>) {
      let ended = state.withLock { state in
        state.calls[call].result = result.mapError { $0 }
        state.ended += 1
        return state.ended
      }
      waiters.resume(reached: ended)
    }
  }
}

/// Wraps a closure, and records its calls.
///
/// ```swift
/// let (charge, calls) = recording(Payments.mock.charge)
/// try await withWorld { $0.payments.charge = charge } operation: {
///   _ = try await Current.payments.charge(100)
/// }
/// #expect(calls.arguments == [100])
/// ```
///
/// It fits closures with any number of arguments, synchronous or asynchronous. Several arguments are recorded as a tuple. If a task
/// calls the closure later, wait for the calls: `try await calls.waitUntilEnded(3)`.
public func recording<each Argument: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable (repeat each Argument) -> Output
) -> (closure: @Sendable (repeat each Argument) -> Output, calls: World.Calls<(repeat each Argument), Output>)
{
  let calls = World.Calls<(repeat each Argument), Output>()
  return (
    { (argument: repeat each Argument) in
      let call = calls.begin((repeat each argument))
      let output = closure(repeat each argument)
      calls.end(call, Result<Output, Never>.success(output))
      return output
    }, calls
  )
}

/// Wraps a throwing closure, and records its calls. See the nonthrowing form.
public func recording<each Argument: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable (repeat each Argument) throws -> Output
) -> (
  closure: @Sendable (repeat each Argument) throws -> Output,
  calls: World.Calls<(repeat each Argument), Output>
) {
  let calls = World.Calls<(repeat each Argument), Output>()
  return (
    { (argument: repeat each Argument) in
      let call = calls.begin((repeat each argument))
      let result = Result { try closure(repeat each argument) }
      calls.end(call, result)
      return try result.get()
    }, calls
  )
}

/// Wraps an asynchronous closure, and records its calls. See the synchronous form.
public func recording<each Argument: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable (repeat each Argument) async -> Output
) -> (
  closure: @Sendable (repeat each Argument) async -> Output,
  calls: World.Calls<(repeat each Argument), Output>
) {
  let calls = World.Calls<(repeat each Argument), Output>()
  return (
    { (argument: repeat each Argument) in
      let call = calls.begin((repeat each argument))
      let output = await closure(repeat each argument)
      calls.end(call, Result<Output, Never>.success(output))
      return output
    }, calls
  )
}

/// Wraps a throwing asynchronous closure, and records its calls. See the synchronous form.
public func recording<each Argument: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable (repeat each Argument) async throws -> Output
) -> (
  closure: @Sendable (repeat each Argument) async throws -> Output,
  calls: World.Calls<(repeat each Argument), Output>
) {
  let calls = World.Calls<(repeat each Argument), Output>()
  return (
    { (argument: repeat each Argument) in
      let call = calls.begin((repeat each argument))
      do {
        let output = try await closure(repeat each argument)
        calls.end(call, Result<Output, any Error>.success(output))
        return output
      } catch {
        calls.end(call, Result<Output, any Error>.failure(error))
        throw error
      }
    }, calls
  )
}
