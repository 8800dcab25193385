/// A leader looks whether it still leads, and then writes; meanwhile there is a new one, which has written.
///
/// Depth 3: the old leader looks before the election, the new one after it, and the old one writes after the new one did.
extension KnownBug {
  static let twoLeaders = KnownBug(
    name: "write of a leader that was replaced", blame: [.schedule], depth: 3,
    broken: { try await run { cluster, node in await cluster.write(as: node) } },
    repaired: { try await run { cluster, node in await cluster.writeWithTerm(as: node) } })

  private static func run(write: @escaping @Sendable (Cluster, Int) async -> Void) async throws {
    let cluster = Cluster()
    async let old: Void = write(cluster, 1)
    async let new: Void = write(cluster, 2)
    async let election: Void = cluster.elect(2)
    _ = await (old, new, election)
    let writers = await cluster.disk.writers
    try expect(writers == writers.sorted(), "written by \(writers)")
  }
}

private actor Cluster {
  let disk = Disk()
  private let log = Log()
  private var leader = 1

  func elect(_ node: Int) { leader = node }

  func write(as node: Int) async {
    guard leader == node else { return }
    await log.note("writing as \(node)")
    await disk.write(node)
  }

  /// The number of a leader is that of its term, and the disk refuses older terms.
  func writeWithTerm(as node: Int) async {
    guard leader == node else { return }
    await log.note("writing as \(node)")
    await disk.write(node, term: node)
  }
}

private actor Disk {
  private(set) var writers: [Int] = []
  private var lastTerm = 0

  func write(_ node: Int) { writers.append(node) }

  func write(_ node: Int, term: Int) {
    guard term >= lastTerm else { return }
    lastTerm = term
    write(node)
  }
}

private actor Log {
  private var lines: [String] = []
  func note(_ line: String) { lines.append(line) }
}
