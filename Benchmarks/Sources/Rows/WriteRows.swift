import World

extension Row {
  /// Copying a world, writing the process-wide one, and reading it after many writes, each compared with the same operation
  /// on an unsafe global.
  static var writes: [Row] {
    func row(
      _ what: String, bar: Double? = nil, _ subject: Loop, to baseline: @escaping @Sendable (Int) -> Void,
      _ inside: Inside = .noScope, writes: Int = 0
    ) -> Row {
      let prepare: @Sendable () -> Void = {
        setUp(.capturing)
        writeCurrent(writes)
      }
      return Row(what, bar: bar, prepare: prepare) {
        inside.run { subject.ratio(to: Loop(50_000, baseline)) }
      }
    }
    return [
      row("copy a whole world outside scopes", Loop(20_000, copyCurrent), to: copyUnsafe),
      row("copy a whole world in a scope", Loop(20_000, copyCurrent), to: copyUnsafe, .scopes(1)),
      row("write process-wide", Loop(2_000, writeCurrent), to: writeUnsafe),
      row("write of a Mutex", Loop(50_000, writeLocked), to: writeUnsafe),
      row(
        "read after 1,000 process-wide writes, capturing", bar: 1.3, Loop(50_000, readCurrent),
        to: readUnsafe,
        writes: 1_000),
      row(
        "read after 10,000 process-wide writes, capturing", Loop(20_000, readCurrent), to: readUnsafe,
        writes: 10_000),
    ]
  }
}
