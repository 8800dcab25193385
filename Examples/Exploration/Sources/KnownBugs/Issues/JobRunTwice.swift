/// A job is stored, and then marked as pending. If a worker takes it in between, a second worker takes it, too.
///
/// After vapor-community/vapor-queues-fluent-driver pull request 14.
///
/// Depth 4: a worker takes the job after it is stored and before it is marked as pending. A second worker takes it after
/// that, and before the first one deletes it.
extension KnownBug {
  static let jobRunTwice = KnownBug(
    name: "job run by two workers", blame: [.schedule], depth: 4,
    broken: { try await run { queue in await queue.push(7, as: .pending) } },
    repaired: { try await run { queue in await queue.push(7, as: .initial) } })

  private static func run(push: @escaping @Sendable (Queue) async -> Void) async throws {
    let queue = Queue()
    async let pushing: Void = push(queue)
    async let first: Void = queue.work()
    async let second: Void = queue.work()
    _ = await (pushing, first, second)
    let runs = await queue.table.runs
    try expect(runs <= 1, "the job ran \(runs) times")
  }
}

private struct Queue {
  let table = Table()

  func push(_ job: Int, as state: Table.State) async {
    await table.store(job, as: state)
    if Task.isCancelled { return }
    await table.makePending(job)
  }

  func work() async {
    guard let job = await table.take() else { return }
    await table.run()
    if Task.isCancelled { return }
    await table.delete(job)
  }
}

private actor Table {
  enum State { case initial, pending, processing }

  private(set) var runs = 0
  private var states: [Int: State] = [:]

  func store(_ job: Int, as state: State) { states[job] = state }

  func makePending(_ job: Int) {
    if states[job] != nil { states[job] = .pending }
  }

  func take() -> Int? {
    guard let job = states.first(where: { $0.value == .pending })?.key else { return nil }
    states[job] = .processing
    return job
  }

  func run() { runs += 1 }
  func delete(_ job: Int) { states[job] = nil }
}
