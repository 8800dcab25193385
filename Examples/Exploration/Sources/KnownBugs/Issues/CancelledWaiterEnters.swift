/// A task that waits for a lock is cancelled, but gets the lock before it is removed from the list, and does its work.
///
/// After repoprompt/repoprompt-ce issue 492.
///
/// Depth 3: the lock is taken before the task asks for it, the task waits before it is cancelled, and it is cancelled
/// before it goes on with the lock.
extension KnownBug {
  static let cancelledWaiterEnters = KnownBug(
    name: "cancelled waiter gets the lock", blame: [.schedule], depth: 3,
    broken: { try await run { lock in await lock.enter() } },
    repaired: { try await run { lock in await lock.enter() && !Task.isCancelled } })

  private static func run(enter: @escaping @Sendable (isolated Lock) async -> Bool) async throws {
    let lock = Lock()
    async let holding: Void = lock.hold()
    let working = Task { await lock.work(enter) }
    async let cancelling: Void = lock.cancel(working)
    _ = await (holding, working.value, cancelling)
    let worked = await lock.workedAfterCancel
    try expect(!worked, "worked although it was cancelled")
  }
}

private actor Lock {
  private(set) var workedAfterCancel = false
  private var isLocked = false
  private var waiting: CheckedContinuation<Bool, Never>?
  private let disk = Disk()

  func hold() async {
    isLocked = true
    await disk.write()
    leave()
  }

  func work(_ enter: @Sendable (isolated Lock) async -> Bool) async {
    if await enter(self) { workedAfterCancel = Task.isCancelled }
  }

  func enter() async -> Bool {
    guard isLocked, !Task.isCancelled else { return !Task.isCancelled }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      Task { await self.wake(false) }
    }
  }

  func cancel(_ task: Task<Void, Never>) { task.cancel() }

  private func leave() {
    isLocked = false
    wake(true)
  }

  private func wake(_ hasLock: Bool) {
    waiting?.resume(returning: hasLock)
    waiting = nil
  }
}

private actor Disk {
  func write() {}
}
