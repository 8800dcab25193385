import World
import WorldSimulation

/// A trip needs a flight and a hotel. If one reservation fails, the other one remains.
extension KnownBug {
  static let reservationLeft = KnownBug(
    name: "reservation left after a partial failure", blame: [.faults, [.schedule, .faults]],
    broken: { try await run { agency in try await agency.book() } },
    repaired: { try await run { agency in try await agency.bookOrRelease() } })

  private static func run(book: @escaping @Sendable (Agency) async throws -> Void) async throws {
    let agency = Agency()
    let isBooked = (try? await book(agency)) != nil
    let reserved = await agency.reserved
    try expect(reserved.isEmpty || isBooked, "no trip, but \(reserved.sorted())")
  }
}

private struct SoldOut: Error {}

private actor Agency {
  private(set) var reserved: Set<String> = []

  func book() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in ["flight", "hotel"] { group.addTask { try await self.reserve(part) } }
      try await group.waitForAll()
    }
  }

  func bookOrRelease() async throws {
    do { try await book() } catch {
      reserved = []
      throw error
    }
  }

  private func reserve(_ part: String) throws {
    try World.Fault.point("\(part) sold out") { throw SoldOut() }
    try Task.checkCancellation()
    reserved.insert(part)
  }
}
