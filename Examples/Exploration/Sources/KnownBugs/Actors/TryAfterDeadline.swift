import Foundation
import World
import WorldSimulation

/// A client checks the deadline before a wait, and tries again after the deadline.
extension KnownBug {
  static let tryAfterDeadline = KnownBug(
    name: "retry after the deadline", blame: [.faults, [.durations, .faults]],
    broken: { try await run { server, deadline in await retry(server, until: deadline) } },
    repaired: { try await run { server, deadline in await retryInTime(server, until: deadline) } })

  private static func run(_ retry: @escaping @Sendable (Server, Date) async -> Void) async throws {
    let server = Server()
    let deadline = Current.date() + 8
    await retry(server, deadline)
    let late = await server.requests.filter { $0 >= deadline }
    try expect(late.isEmpty, "\(late.count) requests after the deadline")
  }

  private static func retry(_ server: Server, until deadline: Date) async {
    for pause in [1, 2, 4, 8] {
      if await server.request() { return }
      guard Current.date() < deadline else { return }
      try? await Current.sleep(.seconds(pause))
    }
  }

  private static func retryInTime(_ server: Server, until deadline: Date) async {
    for pause in [1, 2, 4, 8] {
      guard Current.date() < deadline else { return }
      if await server.request() { return }
      try? await Current.sleep(.seconds(pause))
    }
  }
}

private actor Server {
  private(set) var requests: [Date] = []

  func request() -> Bool {
    requests.append(Current.date())
    var isDone = true
    World.Fault.point("no answer") { isDone = false }
    return isDone
  }
}
