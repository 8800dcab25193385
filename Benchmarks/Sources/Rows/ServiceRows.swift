import World

extension Row {
  /// Reading a module-added service's closure, against reading a built-in one.
  static var services: [Row] {
    func row(
      _ what: String, of count: Int, _ read: @escaping @Sendable (Int) -> Void, isInScope: Bool
    ) -> Row {
      let setUp: @Sendable () -> World = {
        World(date: DateClosure.capturingNothing.closure).assigning(services: count)
      }
      let name = "read \(what), \(count) assigned, \(isInScope ? "in a scope" : "outside scopes")"
      return Row(name, bar: 1.5, prepare: { Current = setUp() }) {
        let inside: Inside = isInScope ? .scopes(1) : .noScope
        return inside.run { Loop(50_000, read).ratio(to: Loop(50_000, readCurrent)) }
      }
    }
    return [false, true].flatMap { isInScope in
      [
        row("a service", of: 10, readService, isInScope: isInScope),
        row("a service", of: 1_000, readService, isInScope: isInScope),
        row("a live service, unassigned", of: 1_000, readLiveService, isInScope: isInScope),
      ]
    }
  }
}
