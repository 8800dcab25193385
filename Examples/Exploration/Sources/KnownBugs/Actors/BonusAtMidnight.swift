import Foundation
import World

/// A bonus that is asked for before midnight is noted for the day after, when it is granted then.
extension KnownBug {
  static let bonusAtMidnight = KnownBug(
    name: "bonus of the next day at midnight",
    blame: [.date, [.date, .timezone], [.date, .durations], [.date, .timezone, .durations], .timezone],
    broken: { try await run { player in try await player.claim() } },
    repaired: { try await run { player in try await player.claimForOneDay() } })

  private static func run(claim: @escaping @Sendable (Player) async throws -> Void) async throws {
    let player = Player()
    let day = await player.today()
    try await claim(player)
    let last = await player.lastClaim
    try expect(last == day, "claimed on day \(day), noted day \(last ?? 0)")
  }
}

private actor Player {
  private(set) var lastClaim: Int?

  func today() -> Int { Current.calendar().component(.day, from: Current.date()) }

  func claim() async throws {
    guard lastClaim != today() else { return }
    try await Current.sleep(.seconds(2))
    lastClaim = today()
  }

  func claimForOneDay() async throws {
    let day = today()
    guard lastClaim != day else { return }
    try await Current.sleep(.seconds(2))
    lastClaim = day
  }
}
