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

extension World.Fault {
  /// Returns a stream with the elements of the given stream, except where an exploration chooses one of the faults.
  ///
  /// ```swift
  /// let prices = AsyncStream<Int> { $0.finish() }
  /// for await price in World.Fault.inject("prices", .cancelled, .twice, .late(.seconds(5)), into: prices) {
  ///   print(price)
  /// }
  /// ```
  ///
  /// It can't throw: an error ends it early, as ``World/Fault/cancelled`` does. A choice is made before each element. Iterating
  /// this stream takes the elements from the given one.
  ///
  /// - Parameters:
  ///   - name: The name in reports and tokens.
  ///   - faults: The possible faults.
  ///   - stream: The stream.
  public static func inject<Element: Sendable>(
    _ name: String, _ faults: World.Fault..., into stream: AsyncStream<Element>
  ) -> AsyncStream<Element> {
    let elements = FaultyElements(
      name, faults, words: faults.map { $0.words(canThrow: false) },
      next: {
        // All iterators of a stream take from one buffer.
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
      })
    return AsyncStream { (try? await elements.next()) ?? nil }
  }

  /// Returns a stream with the elements of the given stream, except where an exploration chooses one of the faults.
  ///
  /// ```swift
  /// let messages = AsyncThrowingStream<String, any Error> { $0.finish() }
  /// for try await message in World.Fault.inject("messages", .throwing(Timeout()), .cancelled, into: messages) {
  ///   print(message)
  /// }
  /// ```
  ///
  /// A choice is made before each element. Iterating this stream takes the elements from the given one.
  ///
  /// - Parameters:
  ///   - name: The name in reports and tokens.
  ///   - faults: The possible faults.
  ///   - stream: The stream.
  public static func inject<Element: Sendable>(
    _ name: String, _ faults: World.Fault..., into stream: AsyncThrowingStream<Element, any Error>
  ) -> AsyncThrowingStream<Element, any Error> {
    let elements = FaultyElements(
      name, faults, words: faults.map { $0.words(canThrow: true) },
      next: {
        var iterator = stream.makeAsyncIterator()
        return try await iterator.next()
      })
    return AsyncThrowingStream { try await elements.next() }
  }
}

/// An iterator with faults.
private final class FaultyElements<Element: Sendable>: Sendable {
  private let name: String
  private let faults: [World.Fault]
  private let words: [String]
  private let source: @Sendable () async throws -> Element?
  /// An element or an error to return before the source's next element.
  private let left = Lock<Result<Element, any Error>?>(nil)

  init(
    _ name: String, _ faults: [World.Fault], words: [String],
    next source: @escaping @Sendable () async throws -> Element?
  ) {
    (self.name, self.faults, self.words, self.source) = (name, faults, words, source)
    SchedulerProvider.current?.declareFault(name)
  }

  func next() async throws -> Element? {
    if let left = left.withLock({ $0.take() }) { return try left.get() }
    guard !faults.isEmpty, let test = SchedulerProvider.current else { return try await source() }
    let choice = test.chooseFault(name, among: words, file: nil)
    if choice == 0 { return try await source() }
    switch faults[choice - 1] {
    case .throwing(let error): throw error
    case .throwingAfterwards(let error): return try await sourceElement { _ in .failure(error) }
    case .late(let delay): try await test.delay(by: delay)
    case .cancelled: return nil
    case .twice: return try await sourceElement { .success($0) }
    }
    return try await source()
  }

  /// Returns the source's next element, and keeps the element or error that follows it.
  private func sourceElement(
    before following: (Element) -> Result<Element, any Error>
  ) async throws -> Element? {
    guard let element = try await source() else { return nil }
    let following = following(element)
    left.withLock { $0 = following }
    return element
  }
}

extension World.Fault {
  /// Its effect on a stream, for reports.
  fileprivate func words(canThrow: Bool) -> String {
    switch self {
    case .throwing(let error): canThrow ? "throws \(error)" : "ends"
    case .throwingAfterwards(let error):
      canThrow ? "throws \(error) after an element" : "ends after an element"
    case .late: words
    case .cancelled: "ends"
    case .twice: "has an element twice"
    }
  }
}
