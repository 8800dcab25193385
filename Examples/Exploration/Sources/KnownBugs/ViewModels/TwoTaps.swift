/// A second tap comes while the card is checked, before the view model notes that it is paying.
///
/// Depth 2: each tap reads the state before the other one writes it.
extension KnownBug {
  static let twoTaps = KnownBug(
    name: "two taps pay twice", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { checkout in await checkout.pay() } },
    repaired: { try await run { checkout in await checkout.payOnce() } })

  @MainActor private static func run(tap: @escaping @MainActor (Checkout) async -> Void) async throws {
    let checkout = Checkout()
    async let first: Void = tap(checkout)
    async let second: Void = tap(checkout)
    _ = await (first, second)
    let charges = await checkout.bank.charges
    try expect(charges == 1, "charged \(charges) times")
  }
}

@MainActor private final class Checkout {
  let bank = Bank()
  private var isPaying = false

  func pay() async {
    guard !isPaying else { return }
    guard await bank.accepts(card: "4242") else { return }
    isPaying = true
    await bank.charge()
  }

  func payOnce() async {
    guard !isPaying else { return }
    isPaying = true
    guard await bank.accepts(card: "4242") else { return isPaying = false }
    await bank.charge()
  }
}

private actor Bank {
  private(set) var charges = 0
  private var refused: Set<String> = []

  func accepts(card: String) -> Bool { !refused.contains(card) }
  func charge() { charges += 1 }
}
