/// Two parts of a screen load, and the first one to finish hides the spinner of both.
///
/// Depth 2: the second part begins before the first ends, and ends after it.
extension KnownBug {
  static let spinnerHidden = KnownBug(
    name: "spinner hidden too early", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { screen, part in await screen.load(part) } },
    repaired: { try await run { screen, part in await screen.loadAndCount(part) } })

  @MainActor private static func run(
    load: @escaping @MainActor (Screen, String) async -> Void
  ) async throws {
    let screen = Screen()
    async let photos: Void = load(screen, "photos")
    async let friends: Void = load(screen, "friends")
    _ = await (photos, friends)
    try expect(screen.incomplete.isEmpty, "no spinner, and only \(screen.incomplete) to see")
  }
}

@MainActor private final class Screen {
  /// The parts that were shown without a spinner while others were loading.
  private(set) var incomplete: [String] = []
  private var parts: [String] = []
  private var requested = 0
  private var isLoading = false { didSet { look() } }
  private var loads = 0 { didSet { isLoading = loads > 0 } }
  private let server = Server()

  func load(_ part: String) async {
    requested += 1
    isLoading = true
    parts.append(await server.get(part))
    isLoading = false
  }

  func loadAndCount(_ part: String) async {
    requested += 1
    loads += 1
    parts.append(await server.get(part))
    loads -= 1
  }

  private func look() { if !isLoading, parts.count < requested { incomplete = parts } }
}

private actor Server {
  private var requests = 0

  func get(_ part: String) -> String {
    requests += 1
    return part
  }
}
