/// A queue counts an element after it is stored, so it can accept more elements than it has room for.
///
/// Depth 2: each producer reads the size before the other one adds to it.
extension KnownBug {
  static let queueOverfull = KnownBug(
    name: "queue with too many elements", blame: [.schedule], depth: 2,
    broken: { try await run { queue, element in await queue.put(element) } },
    repaired: { try await run { queue, element in await queue.putCounted(element) } })

  private static func run(put: @escaping @Sendable (Queue, String) async -> Void) async throws {
    let queue = Queue()
    await withTaskGroup(of: Void.self) { group in
      for element in ["a", "b", "c"] { group.addTask { await put(queue, element) } }
    }
    let stored = await queue.disk.elements.count
    try expect(stored <= 2, "\(stored) elements, and room for 2")
  }
}

private actor Queue {
  let disk = Disk()
  private var size = 0

  func put(_ element: String) async {
    guard size < 2 else { return }
    await disk.append(element)
    size += 1
  }

  func putCounted(_ element: String) async {
    guard size < 2 else { return }
    size += 1
    await disk.append(element)
  }
}

private actor Disk {
  private(set) var elements: [String] = []
  func append(_ element: String) { elements.append(element) }
}
