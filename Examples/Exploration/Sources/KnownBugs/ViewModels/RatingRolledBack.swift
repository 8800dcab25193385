/// A rating is rejected, and its rollback undoes a later, accepted rating.
///
/// Depth 2: the second rating is shown after the first one, and before the rejection.
extension KnownBug {
  static let ratingRolledBack = KnownBug(
    name: "rollback over a later success", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { film, stars in await film.rate(stars) } },
    repaired: { try await run { film, stars in await film.rateAndConfirm(stars) } })

  @MainActor private static func run(rate: @escaping @MainActor (Film, Int) async -> Void) async throws {
    let film = Film()
    async let refused: Void = rate(film, 6)
    async let accepted: Void = rate(film, 5)
    _ = await (refused, accepted)
    try expect(film.stars == 5, "shows \(film.stars) stars")
  }
}

@MainActor private final class Film {
  private(set) var stars = 0
  private var confirmed = 0
  private var underWay = 0
  private let server = Server()

  func rate(_ new: Int) async {
    let old = stars
    stars = new
    if await !server.accepts(new) { stars = old }
  }

  func rateAndConfirm(_ new: Int) async {
    underWay += 1
    stars = new
    if await server.accepts(new) { confirmed = new }
    underWay -= 1
    if underWay == 0 { stars = confirmed }
  }
}

private actor Server {
  private let range = 0...5
  func accepts(_ stars: Int) -> Bool { range.contains(stars) }
}
