/// Services are shut down one after the other. When any of them ends, the group takes it for the one that it waits for,
/// and closes the database that is still in use.
///
/// After swift-server/swift-service-lifecycle pull request 171.
///
/// Depth 1: the database is closed before the last request.
extension KnownBug {
  static let closedForTheWrongOne = KnownBug(
    name: "shutdown takes one service for another", blame: [.schedule], depth: 1,
    broken: { try await run { _ in true } },
    repaired: { try await run { service in service == .web } })

  private static func run(isAwaited: @escaping @Sendable (Service) -> Bool) async throws {
    let database = Database()
    let (ended, ends) = AsyncStream.makeStream(of: Service.self)
    async let web: Void = serve(with: database, ends)
    async let metrics: Void = report(ends)
    async let closing: Void = close(database, after: ended, isAwaited)
    _ = await (web, metrics, closing)
    let failures = await database.failures
    try expect(failures == 0, "\(failures) requests found the database closed")
  }

  private static func serve(with database: Database, _ ends: AsyncStream<Service>.Continuation) async {
    await database.read()
    ends.yield(.web)
  }

  private static func report(_ ends: AsyncStream<Service>.Continuation) async {
    await Task.yield()
    ends.yield(.metrics)
  }

  private static func close(
    _ database: Database, after ended: AsyncStream<Service>, _ isAwaited: @Sendable (Service) -> Bool
  ) async {
    for await service in ended where isAwaited(service) { break }
    await database.close()
  }
}

private enum Service { case web, metrics }

private actor Database {
  private(set) var failures = 0
  private var isOpen = true

  func read() {
    if !isOpen { failures += 1 }
  }

  func close() { isOpen = false }
}
