// SPDX-License-Identifier: MIT

import World

extension World {
  /// How a closure of a service, or a stream, may fail.
  public enum Fault: Sendable {
    /// Throws an error, and the closure isn't called. A stream throws it instead of its next element.
    case throwing(any Error)
    /// Throws an error after the closure was called, so its caller doesn't know that it took effect. A stream throws it after its
    /// next element.
    case throwingAfterwards(any Error)
    /// Takes longer. A stream delays its next element.
    case late(Duration)
    /// Throws a `CancellationError`, and the closure isn't called. A stream ends early, as in a cancelled task.
    case cancelled
    /// Calls the closure twice. A stream has its next element twice.
    case twice

    /// Its effect on a closure, for reports.
    var words: String {
      switch self {
      case .throwing(let error): "throws \(error)"
      case .throwingAfterwards(let error): "does its work and then throws \(error)"
      case .late(let delay): "takes \(delay.inPlainSeconds) s longer"
      case .cancelled: "throws CancellationError()"
      case .twice: "is called twice"
      }
    }
  }
}

extension World.Fault {
  /// Marks a point at which something may fail. Runs the closure if an exploration chooses this fault.
  ///
  /// ```swift
  /// func charge(_ amount: Int) async throws -> Receipt {
  ///   try World.Fault.point("gateway times out") { throw Timeout() }
  ///   return try await post(amount)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name in reports and tokens. Points with the same name are one point.
  ///   - filePath: The file of the point. A report names the points of this file that no run reached.
  ///   - fault: What happens.
  public static func point<Failure: Error>(
    _ name: String, filePath: StaticString = #filePath, _ fault: () throws(Failure) -> Void
  ) throws(Failure) {
    if let test = SchedulerProvider.current, test.chooseFault(name, among: [], file: filePath) != 0 {
      try fault()
    }
  }

  /// Wraps a closure, so that an exploration can choose one of the faults for each call.
  ///
  /// ```swift
  /// var payments = Payments.mock
  /// payments.charge = World.Fault.inject("charge", .throwing(Timeout()), .twice, into: payments.charge)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name in reports and tokens.
  ///   - faults: The possible faults.
  ///   - closure: The closure, with any number of arguments.
  public static func inject<each Argument: Sendable, Result: Sendable>(
    _ name: String, _ faults: World.Fault...,
    into closure: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> @Sendable (repeat each Argument) async throws -> Result {
    SchedulerProvider.current?.declareFault(name)
    let words = faults.map(\.words)
    return { (argument: repeat each Argument) in
      guard !faults.isEmpty, let test = SchedulerProvider.current else {
        return try await closure(repeat each argument)
      }
      let choice = test.chooseFault(name, among: words, file: nil)
      if choice == 0 { return try await closure(repeat each argument) }
      switch faults[choice - 1] {
      case .throwing(let error): throw error
      case .throwingAfterwards(let error):
        _ = try await closure(repeat each argument)
        throw error
      case .late(let delay): try await test.delay(by: delay)
      case .cancelled: throw CancellationError()
      case .twice: _ = try await closure(repeat each argument)
      }
      return try await closure(repeat each argument)
    }
  }
}

extension World {
  /// Requires that at least one run of an exploration reaches a state. If none does, the exploration fails, because it says nothing
  /// about that state. Outside of explorations, this does nothing.
  ///
  /// ```swift
  /// @Test(.exploring(1_000)) func nobodyOverdraws() async {
  ///   let account = AccountBuilder.build()
  ///   async let first: Void = account.withdraw(60)
  ///   async let second: Void = account.withdraw(60)
  ///   _ = await (first, second)
  ///   World.mustReach("refused", if: await account.balance == 40)
  ///   #expect(await account.balance >= 0)
  /// }
  /// ```
  ///
  /// If no run executes the line, nothing fails. So declare the name at the beginning of the test, too:
  /// `World.mustReach("refused", if: false)`.
  ///
  /// The run of a token doesn't fail because of it. An exploration only names the state in its report if a time limit or a failure
  /// ended it early, or if `WORLD_EXPLORE` sets its number of runs.
  ///
  /// **Cost.** The condition is always evaluated. Outside of tests, a call also checks that no test runs.
  ///
  /// **Thread-safety.** May be called from any thread. Only calls from tasks of the test count.
  ///
  /// - Parameters:
  ///   - name: The name in reports. States with the same name are one state.
  ///   - condition: Whether the state is reached.
  public static func mustReach(_ name: String, if condition: Bool) {
    SchedulerProvider.current?.note(state: name, isReached: condition)
  }
}
