// SPDX-License-Identifier: MIT

import World

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
