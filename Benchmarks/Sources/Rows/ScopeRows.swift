import World

extension Row {
  /// Entering and leaving a scope, against reading an unsafe global.
  static func scopes(_ date: DateClosure) -> [Row] {
    func row(
      _ what: String, services: Int = 0, bar: Double? = nil, _ enter: @escaping @Sendable (Int) -> Void
    ) -> Row {
      let prepare: @Sendable () -> Void = {
        setUp(date)
        if services > 0 { Current = Current.assigning(services: services) }
      }
      return Row("\(what), vs a read \(date.rawValue)", bar: bar, prepare: prepare) {
        Loop(5_000, enter).ratio(to: Loop(50_000, readUnsafe))
      }
    }
    return [
      row("enter+leave a scope, 1 built-in changed", bar: 15, enterOverridingDate),
      row(
        "enter+leave a scope, 1 of 10 services changed", services: 10, bar: 15, enterOverridingService),
      row(
        "enter+leave a scope, 1 of 1000 services changed", services: 1_000, bar: 15,
        enterOverridingService),
      row("enter+leave a task-local struct, 1 built-in changed", enterTaskLocal),
    ]
  }

  /// Entering and leaving a scope among many services, against doing so among few; both inside a scope, because
  /// there is but one process-wide world.
  static var scopeGrowth: Row {
    func enter(amid world: World) -> Loop {
      Loop(5_000) { count in withWorld(world) { enterOverridingService(count) } }
    }
    let few = enter(amid: World().assigning(services: 10))
    let many = enter(amid: World().assigning(services: 1_000))
    return Row("enter+leave a scope, 1 of 1000 services changed, vs 1 of 10", bar: 1.3) {
      many.ratio(to: few)
    }
  }
}
