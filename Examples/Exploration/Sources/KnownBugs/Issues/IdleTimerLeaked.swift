/// A connection's idle timer fires while a request waits for the end of a keep-alive. The timer is set anew, and the
/// task of the old one is never woken.
///
/// After vapor/postgres-nio pull request 641.
///
/// Depth 3: the request comes after the keep-alive begins, and the timer fires after that and before the keep-alive ends.
extension KnownBug {
  static let idleTimerLeaked = KnownBug(
    name: "old idle timer never woken", blame: [.schedule], depth: 3,
    broken: { try await run { connection in await connection.idleTimerFired(1) } },
    repaired: { try await run { connection in await connection.idleTimerFiredAndWoken(1) } })

  private static func run(fire: @escaping @Sendable (Connection) async -> Void) async throws {
    let connection = Connection()
    async let keepingAlive: Void = connection.keepAlive()
    async let leasing: Void = connection.lease()
    async let firing: Void = fire(connection)
    _ = await (keepingAlive, leasing, firing)
    let sleeping = await connection.sleeping
    try expect(sleeping.isEmpty, "the tasks of the timers \(sleeping) sleep on")
  }
}

private actor Connection {
  /// The timers whose tasks haven't been woken.
  private(set) var sleeping: Set = [1]
  /// The current timer, while the connection is open and idle.
  private var timer: Int? = 1
  private var isBusy = false
  private var isRequested = false
  private let server = Server()

  func keepAlive() async {
    guard timer != nil else { return }
    isBusy = true
    await server.ping()
    isBusy = false
    if isRequested { stopTimer() }
  }

  func lease() {
    if isBusy { isRequested = true } else { stopTimer() }
  }

  func idleTimerFired(_ fired: Int) {
    guard timer == fired else { return }
    guard isRequested else { return stopTimer() }
    timer = fired + 1
    sleeping.insert(fired + 1)
  }

  func idleTimerFiredAndWoken(_ fired: Int) {
    idleTimerFired(fired)
    sleeping.remove(fired)
  }

  private func stopTimer() {
    if let timer { sleeping.remove(timer) }
    timer = nil
  }
}

private actor Server {
  func ping() {}
}
