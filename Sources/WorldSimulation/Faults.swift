import World

/// A point at which something may fail: does nothing in an ordinary run, and what the closure does when an exploration
/// chooses so.
///
/// ```swift
/// func charge(_ amount: Int) async throws -> Receipt {
///   try sometimes("gateway times out") { throw Timeout() }
///   return try await post(amount)
/// }
/// ```
///
/// - Parameters:
///   - name: Names the point in reports and tokens. Points of one name are one.
///   - file: Where the point stands. A report names the points of its file that no run reached.
///   - fault: What happens.
public func sometimes<Failure: Error>(
  _ name: String, file: StaticString = #filePath, _ fault: () throws(Failure) -> Void
) throws(Failure) {
  if let test = TestScheduler.current, test.chooseFault(name, among: [], file: file) != 0 { try fault() }
}

/// A state that some run of an exploration must reach: does nothing in an ordinary run. An exploration of which no run
/// reached it fails, because it says nothing about that state.
///
/// ```swift
/// @Test(.exploring(1_000)) func nobodyOverdraws() async {
///   let account = AccountBuilder.build()
///   async let first: Void = account.withdraw(60)
///   async let second: Void = account.withdraw(60)
///   _ = await (first, second)
///   reached("refused", if: await account.balance == 40)
///   #expect(await account.balance >= 0)
/// }
/// ```
///
/// A state is known from the first run that comes by, whatever the condition is then. So write it where each run comes by, or
/// declare its name at the beginning of the test: `reached("refused", if: false)`.
///
/// The run of a token fails for no state, nor does an exploration that time or a failure ended early, or that
/// `WORLD_EXPLORE` gave a number of runs: its report only names the state.
///
/// **Cost.** The condition is evaluated everywhere. Outside of tests nothing else is done but to see that there is none.
///
/// **Thread-safety.** May be called from any thread. Only what tasks of the test call counts.
///
/// - Parameters:
///   - name: Names the state in reports. States of one name are one.
///   - condition: Whether the state is reached.
public func reached(_ name: String, if condition: Bool) {
  TestScheduler.current?.note(state: name, isReached: condition)
}

/// What a closure of a service, or a stream, may do instead of what it does.
public enum Fault: Sendable {
  /// Throws an error, and the closure isn't called. A stream throws it instead of its next element.
  case throwing(any Error)
  /// Throws an error after the closure was called: what it did is done, and its caller doesn't know. A stream throws it after
  /// its next element.
  case throwingAfterwards(any Error)
  /// Takes longer; a stream to its next element.
  case late(Duration)
  /// Throws a `CancellationError`, and the closure isn't called. A stream ends early, as that of a cancelled task does.
  case cancelled
  /// Calls the closure twice. A stream has its next element twice.
  case twice

  /// What it does to a closure, in words.
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

/// A closure that fails sometimes: does what the closure does in an ordinary run, and one of the faults when an
/// exploration chooses so.
///
/// ```swift
/// var payments = Payments.mock
/// payments.charge = faulty("charge", .throwing(Timeout()), .twice, closure: payments.charge)
/// ```
///
/// - Parameters:
///   - name: Names the closure in reports and tokens.
///   - faults: What may happen.
///   - closure: Of any number of arguments.
public func faulty<each Argument: Sendable, Result: Sendable>(
  _ name: String, _ faults: Fault...,
  closure: @escaping @Sendable (repeat each Argument) async throws -> Result
) -> @Sendable (repeat each Argument) async throws -> Result {
  TestScheduler.current?.declareFault(name)
  let words = faults.map(\.words)
  return { (argument: repeat each Argument) in
    guard !faults.isEmpty, let test = TestScheduler.current else {
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
