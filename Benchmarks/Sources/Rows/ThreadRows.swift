import World

extension Row {
  /// Two threads that read the date.
  static func threads(_ date: DateClosure) -> [Row] {
    func row(
      _ what: String, _ measure: Measure, bar: Double? = nil, _ read: @escaping @Sendable (Int) -> Void,
      isInScope: Bool = false
    ) -> Row {
      let measured: @Sendable () async -> Figure = {
        let loop = Loop(50_000, read)
        switch measure {
        case .time: return await Team.ratioOfTwo(loop, to: Loop(50_000, readUnsafe))
        case .throughput: return await Team.throughputOfTwo(loop)
        }
      }
      return Row(
        "two threads read \(what), \(date.rawValue)", measure, bar: bar, prepare: { setUp(date) },
        round: { isInScope ? await withWorld(Current, operation: measured) : await measured() })
    }
    // Threads that share a capturing closure contend for its reference count, so nothing scales.
    let bar = date == .capturing ? nil : 1.9
    return [
      row("outside scopes", .time, readCurrent),
      row("in a scope", .time, readCurrent, isInScope: true),
      row("outside scopes", .throughput, bar: bar, readCurrent),
      row("in a scope", .throughput, bar: bar, readCurrent, isInScope: true),
      row("an unsafe global", .throughput, readUnsafe),
      row("a Mutex", .throughput, readLocked),
    ] + (date == .capturing ? [] : [row("a live service", .throughput, readServiceOfTen)])
  }
}
