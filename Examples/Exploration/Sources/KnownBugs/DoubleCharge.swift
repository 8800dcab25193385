import World
import WorldSimulation
import WorldTesting

/// A timeout doesn't say whether the card was charged, so a retry may charge it twice.
extension KnownBug {
  static let doubleCharge = KnownBug(
    name: "retry that charges twice", blame: [.faults],
    broken: { try await run { gateway in try await checkout(gateway) { Current.uuid().uuidString } } },
    repaired: {
      try await run { gateway in
        let order = Current.uuid().uuidString
        try await checkout(gateway) { order }
      }
    })

  private static func run(_ checkout: @escaping @Sendable (Gateway) async throws -> Void) async throws {
    let gateway = Gateway()
    try? await checkout(gateway)
    let charges = await gateway.charges.count
    try expect(charges <= 1, "charged \(charges) times")
  }

  /// Charges a card, with up to two retries.
  private static func checkout(_ gateway: Gateway, key: @Sendable () -> String) async throws {
    let charge = World.Fault.inject("charge", .throwing(Timeout()), .throwingAfterwards(Timeout())) {
      (key: String) in
      await gateway.charge(key)
    }
    for _ in 0..<2 {
      do { return try await charge(key()) } catch { try await Current.sleep(.seconds(1)) }
    }
    try await charge(key())
  }
}

private struct Timeout: Error {}

private actor Gateway {
  private(set) var charges: Set<String> = []
  func charge(_ key: String) { charges.insert(key) }
}
