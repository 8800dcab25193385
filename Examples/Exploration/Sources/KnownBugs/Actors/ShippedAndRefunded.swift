/// An order is shipped if it is paid and not cancelled, and cancelled if it isn't shipped. Both check, and then both act.
///
/// Depth 4: the payment comes before shipping and cancelling check, and each of them checks before the other one acts.
extension KnownBug {
  static let shippedAndRefunded = KnownBug(
    name: "order shipped and refunded", blame: [.schedule], depth: 4,
    broken: { try await run(ship: { await $0.ship() }, cancel: { await $0.cancel() }) },
    repaired: { try await run(ship: { await $0.shipClaimed() }, cancel: { await $0.cancelClaimed() }) })

  private static func run(
    ship: @escaping @Sendable (Order) async -> Void, cancel: @escaping @Sendable (Order) async -> Void
  ) async throws {
    let order = Order()
    async let shipped: Void = ship(order)
    async let cancelled: Void = cancel(order)
    async let paid: Void = order.pay()
    _ = await (shipped, cancelled, paid)
    let states = await order.states
    try expect(!states.isSuperset(of: ["shipped", "refunded"]), "is \(states.sorted())")
  }
}

private actor Order {
  private(set) var states: Set<String> = []
  private let bank = Bank()
  private let store = Store()

  func pay() async {
    await bank.move(100)
    states.insert("paid")
  }

  func ship() async {
    guard states == ["paid"] else { return }
    await store.send()
    states.insert("shipped")
  }

  func cancel() async {
    guard states == ["paid"] else { return }
    await bank.move(-100)
    states.insert("refunded")
  }

  func shipClaimed() async {
    guard states == ["paid"] else { return }
    states.insert("shipped")
    await store.send()
  }

  func cancelClaimed() async {
    guard states == ["paid"] else { return }
    states.insert("refunded")
    await bank.move(-100)
  }
}

private actor Bank {
  private var balance = 0
  func move(_ cents: Int) { balance += cents }
}

private actor Store {
  private var parcels = 0
  func send() { parcels += 1 }
}
