/// Two readers want to write, and each waits until the other one stops reading.
///
/// Depth 2: each begins to read before the other one asks to write.
extension KnownBug {
  static let upgradeDeadlock = KnownBug(
    name: "two readers that want to write", blame: [.schedule], depth: 2,
    broken: { try await run { table in await table.add() } },
    repaired: { try await run { table in await table.addAsWriter() } })

  private static func run(add: @escaping @Sendable (Table) async -> Void) async throws {
    let table = Table()
    async let first: Void = add(table)
    async let second: Void = add(table)
    _ = await (first, second)
    let rows = await table.rows
    try expect(rows == 2, "\(rows) rows")
  }
}

private actor Table {
  private(set) var rows = 0
  private var readers = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let log = Log()

  func add() async {
    readers += 1
    await log.write("add to \(rows)")
    while readers > 1 { await withCheckedContinuation { waiting.append($0) } }
    rows += 1
    endReading()
  }

  /// Waits for exclusive access before it reads.
  func addAsWriter() async {
    while readers > 0 { await withCheckedContinuation { waiting.append($0) } }
    readers += 1
    await log.write("add to \(rows)")
    rows += 1
    endReading()
  }

  private func endReading() {
    readers -= 1
    let resumed = waiting
    waiting = []
    for reader in resumed { reader.resume() }
  }
}

private actor Log {
  private var lines: [String] = []
  func write(_ line: String) { lines.append(line) }
}
