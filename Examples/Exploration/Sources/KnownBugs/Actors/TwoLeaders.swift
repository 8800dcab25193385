/// A leader checks whether it still leads, and then writes. In between, a new leader has written.
///
/// Depth 3: the old leader checks before the election, the new one after it, and the old one writes after the new one.
extension KnownBug {
  static let twoLeaders = KnownBug(
    name: "write of a leader that was replaced", blame: [.schedule], depth: 3,
    broken: { try await run { node in await node.write() } },
    repaired: { try await run { node in await node.writeWithTerm() } })

  private static func run(write: @escaping @Sendable (Node) async -> Void) async throws {
    let cluster = Cluster()
    let disk = Disk()
    async let old: Void = write(Node(1, cluster, disk))
    async let new: Void = write(Node(2, cluster, disk))
    async let election: Void = cluster.elect(2)
    _ = await (old, new, election)
    let writers = await disk.writers
    try expect(writers == writers.sorted(), "written by \(writers)")
  }
}

private actor Node {
  private let number: Int
  private let cluster: Cluster
  private let disk: Disk

  init(_ number: Int, _ cluster: Cluster, _ disk: Disk) {
    self.number = number
    self.cluster = cluster
    self.disk = disk
  }

  func write() async {
    guard await cluster.leader == number else { return }
    await disk.write(number)
  }

  /// Each leader writes with its term, and the disk rejects older terms.
  func writeWithTerm() async {
    guard await cluster.leader == number else { return }
    await disk.write(number, term: number)
  }
}

private actor Cluster {
  private(set) var leader = 1
  func elect(_ node: Int) { leader = node }
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
