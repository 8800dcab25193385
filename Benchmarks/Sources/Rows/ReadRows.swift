extension Row {
  /// Reading the date, against the same read of an unsafe global.
  static func reads(_ date: DateClosure) -> [Row] {
    func row(
      _ what: String, bar: Double? = nil, _ read: @escaping @Sendable (Int) -> Void,
      _ inside: Inside = .noScope
    ) -> Row {
      Row("read \(what), \(date.rawValue)", bar: bar, prepare: { setUp(date) }) {
        inside.run { Loop(50_000, read).ratio(to: Loop(50_000, readUnsafe)) }
      }
    }
    return [
      row("outside scopes", bar: 1.1, readCurrent),
      row("in a scope", bar: 2.5, readCurrent, .scopes(1)),
      row("in a scope 10 deep", bar: 2.5, readCurrent, .scopes(10)),
      row("of a Mutex", readLocked),
      row("of a task-local struct", readTaskLocal, .taskLocals(1)),
      row("of a task-local struct 10 deep", readTaskLocal, .taskLocals(10)),
      row("of a locator behind a lock", readLocator),
    ]
  }
}
