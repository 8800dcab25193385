/// The user cancels an order after the last check for cancellation. The order is sent, but shown as cancelled.
///
/// Depth 2: the cancellation comes after the check, and before the order counts as sent.
extension KnownBug {
  static let commitAfterCancel = KnownBug(
    name: "order sent after it was cancelled", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { order in order.cancel() } },
    repaired: { try await run { order in await order.cancelAndSee() } })

  @MainActor private static func run(cancel: @escaping @MainActor (Order) async -> Void) async throws {
    let order = Order()
    order.start()
    async let cancelled: Void = cancel(order)
    await order.end()
    await cancelled
    let sent = await order.shop.orders
    try expect((sent == 0) == (order.state == "cancelled"), "sent \(sent) orders, and shows \(order.state)")
  }
}

@MainActor private final class Order {
  let shop = Shop()
  private(set) var state = "new"
  private var task: Task<Void, Never>?

  func start() {
    task = Task {
      let isInStock = await shop.isInStock("tea")
      guard isInStock, !Task.isCancelled else { return state = "cancelled" }
      await shop.order("tea")
      if !Task.isCancelled { state = "sent" }
    }
  }

  func end() async { await task?.value }

  func cancel() {
    guard state == "new" else { return }
    task?.cancel()
    state = "cancelled"
  }

  func cancelAndSee() async {
    task?.cancel()
    await task?.value
    state = await shop.orders == 0 ? "cancelled" : "sent"
  }
}

private actor Shop {
  private(set) var orders = 0
  private var stock: Set<String> = ["tea"]

  func isInStock(_ item: String) -> Bool { stock.contains(item) }

  func order(_ item: String) {
    stock.remove(item)
    orders += 1
  }
}
