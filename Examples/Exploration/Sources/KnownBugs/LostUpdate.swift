/// A value that is read before an `await` may be outdated after it.
extension KnownBug {
  static let lostUpdate = KnownBug(
    name: "lost update across an await", blame: [.schedule], depth: 2,
    broken: { try await run { counter in await counter.count() } },
    repaired: { try await run { counter in await counter.countAfterwards() } })

  private static func run(_ count: @escaping @Sendable (Counter) async -> Void) async throws {
    let counter = Counter()
    async let first: Void = count(counter)
    async let second: Void = count(counter)
    async let third: Void = count(counter)
    _ = await (first, second, third)
    let value = await counter.value
    try expect(value == 3, "counted \(value) of 3")
  }
}

private actor Counter {
  private(set) var value = 0
  private let journal = Journal()

  func count() async {
    let next = value + 1
    await journal.write("\(next)")
    value = next
  }

  func countAfterwards() async {
    await journal.write("one more")
    value += 1
  }
}

private actor Journal {
  private var lines: [String] = []
  func write(_ line: String) { lines.append(line) }
}
