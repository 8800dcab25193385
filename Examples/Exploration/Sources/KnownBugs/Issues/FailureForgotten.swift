/// If its source fails while nobody waits for an element, a sequence forgets the failure and ends normally.
///
/// After apple/swift-async-algorithms pull request 451.
///
/// Depth 1: the source fails before the reader asks for the next element.
extension KnownBug {
  static let failureForgotten = KnownBug(
    name: "failure that nobody waited for", blame: [.schedule], depth: 1,
    broken: { try await run { sequence in await sequence.fail() } },
    repaired: { try await run { sequence in await sequence.failLaterToo() } })

  private static func run(fail: @escaping @Sendable (Debounced) async -> Void) async throws {
    let sequence = Debounced()
    async let reading = isComplete(sequence)
    async let failing: Void = fail(sequence)
    let (isComplete, _) = await (reading, failing)
    try expect(!isComplete, "half of the file passes for the whole")
  }

  private static func isComplete(_ sequence: Debounced) async -> Bool {
    do {
      while try await sequence.next() != nil {}
      return true
    } catch {
      return false
    }
  }
}

private struct SourceFailed: Error {}

private actor Debounced {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Int?, any Error>)
    case failed
    case finished
  }

  private var state = State.idle

  func next() async throws -> Int? {
    switch state {
    case .failed: throw SourceFailed()
    case .finished, .waiting: return nil
    case .idle: return try await withCheckedThrowingContinuation { state = .waiting($0) }
    }
  }

  func fail() {
    if case .waiting(let reader) = state { reader.resume(throwing: SourceFailed()) }
    state = .finished
  }

  func failLaterToo() {
    if case .waiting(let reader) = state { reader.resume(throwing: SourceFailed()) }
    state = .failed
  }
}
