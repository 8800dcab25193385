import World

extension Row {
  /// Reads of the date, compared with the same read of an unsafe global.
  static func reads(_ date: DateClosure) -> [Row] {
    let isCapturing = date == .capturing
    func row(
      _ what: String, bar: Double? = nil, _ read: @escaping @Sendable (Int) -> Void,
      _ inside: Inside = .noScope, after scope: Bool = false
    ) -> Row {
      let prepare: @Sendable () -> Void = {
        setUp(date)
        if scope { withWorld(Current) {} }
      }
      return Row("read \(what), \(date.rawValue)", bar: bar, prepare: prepare) {
        inside.run {
          Loop(50_000, read).ratio(to: Loop(50_000, readUnsafe), atLeast: isCapturing ? Row.capturingRead : 0)
        }
      }
    }
    let scopeBar = isCapturing ? 1.5 : 3.3
    return [
      row("outside scopes", bar: isCapturing ? 1.05 : 1.1, readCurrent),
      row("outside scopes, after one", bar: scopeBar, readCurrent, after: true),
      row("in a scope", bar: scopeBar, readCurrent, .scopes(1)),
      row("in a scope 10 deep", bar: scopeBar, readCurrent, .scopes(10)),
      row("of a Mutex", readLocked),
      row("of a task-local struct", readTaskLocal, .taskLocals(1)),
      row("of a locator behind a lock", readLocator),
    ]
  }
}
