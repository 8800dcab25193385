import Shop
import World

extension Row {
  /// Entering and leaving a scope, compared with reads of an unsafe global's capturing closure.
  static var scopes: [Row] {
    func row(
      _ what: String, services: Int = 0, bar: Double? = nil, _ enter: @escaping @Sendable (Int) -> Void
    ) -> Row {
      Row("\(what), vs a read", bar: bar, prepare: { prepareScopes(services) }) {
        Loop(5_000, enter).ratio(to: Loop(50_000, readUnsafe), atLeast: Row.capturingRead)
      }
    }
    return [
      row("enter+leave a scope, 1 built-in changed", bar: 14, enterOverridingDate),
      row(
        "enter+leave a scope, 1 built-in changed, amid 10 services", services: 10, bar: 14,
        enterOverridingDate),
      row(
        "enter+leave a scope, 1 built-in changed, amid 1000 services", services: 1_000, bar: 14,
        enterOverridingDate),
      row("enter+leave a scope, 1 of 10 services assigned", services: 10, enterOverridingService),
      row("enter+leave a scope, 1 of 1000 services assigned", services: 1_000, enterOverridingService),
      row("enter+leave a task-local struct, 1 built-in changed", enterTaskLocal),
    ]
  }

  /// Two threads that enter and leave scopes, compared with one. They copy no capturing closures, because threads would contend
  /// for their reference counts.
  static var scopesOnTwoThreads: [Row] {
    [
      Row(
        "two threads enter+leave a scope, 1 built-in changed", .throughput, bar: 0.9,
        prepare: { prepareScopes(0, .capturingNothing) }
      ) { await Team.throughputOfTwo(Loop(2_000, enterOverridingDate)) },
      Row(
        "two threads enter+leave a scope, 1 built-in changed, amid 1000 services", .throughput, bar: 0.9,
        prepare: { prepareScopes(1_000, .capturingNothing) }
      ) { await Team.throughputOfTwo(Loop(2_000, enterOverridingDate)) },
      Row(
        "two threads enter+leave a scope, 1 of 1000 services assigned", .throughput,
        prepare: { prepareScopes(1_000, .capturingNothing) }
      ) { await Team.throughputOfTwo(Loop(2_000, enterOverridingService)) },
      Row(
        "two threads enter+leave a task-local struct, 1 built-in changed", .throughput,
        prepare: { prepareScopes(0, .capturingNothing) }
      ) { await Team.throughputOfTwo(Loop(2_000, enterTaskLocal)) },
    ]
  }

  private static func prepareScopes(_ services: Int, _ date: DateClosure = .capturing) {
    setUp(date)
    if services > 0 { Current = Current.assigning(services: services, date: date.closure) }
  }
}
