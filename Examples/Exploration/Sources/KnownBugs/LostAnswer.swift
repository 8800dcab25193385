import World

/// A timeout that expires while the answer is on its way discards the answer.
extension KnownBug {
  static let lostAnswer = KnownBug(
    name: "timeout that loses the answer", blame: [.schedule, .durations],
    broken: { try await run { queue in await withTimeout { await queue.take() } } },
    repaired: {
      try await run { queue in
        guard let message = await withTimeout({ await queue.look() }) else { return nil }
        await queue.remove(message)
        return message
      }
    })

  /// A client polls until it has the queue's message.
  private static func run(_ receive: @escaping @Sendable (Queue) async -> Int?) async throws {
    let queue = Queue()
    var received: [Int] = []
    for _ in 0..<3 {
      if let message = await receive(queue) { received.append(message) }
    }
    let left = await queue.messages
    try expect(received.sorted() + left == [1, 2], "received \(received), and \(left) are left")
  }

  private static func withTimeout(_ operation: @escaping @Sendable () async -> Int?) async -> Int? {
    await withTaskGroup(of: Int?.self) { group in
      group.addTask { await operation() }
      group.addTask {
        try? await Current.sleep(.seconds(5))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}

private actor Queue {
  private(set) var messages = [1, 2]

  /// Removes the first message, and delivers it to the client.
  func take() async -> Int? {
    guard !messages.isEmpty else { return nil }
    let message = messages.removeFirst()
    try? await Current.sleep(.seconds(3))
    return message
  }

  func look() async -> Int? {
    let message = messages.first
    try? await Current.sleep(.seconds(3))
    return message
  }

  func remove(_ message: Int) { messages.removeAll { $0 == message } }
}
