import World
import WorldLifetimes

/// A value that a closure with a lifetime builds.
final class Stored: Sendable {
  let number = 1.0
}

/// A service with lifetime closures.
struct Stores: Sendable {
  var singleton: @Sendable () -> Stored = lifetime(.singleton) { Stored() }
  var byKey: @Sendable (Int) -> Stored = lifetime(.singleton) { (_: Int) in Stored() }
}

private let singleton: @Sendable () -> Stored = lifetime(.singleton) { Stored() }
nonisolated(unsafe) private var unsafeStores = Stores()

@inline(never)
private func callSingleton(_ count: Int) {
  let singleton = singleton
  var sum = 0.0
  for _ in 0..<count { sum += singleton().number }
  sink = sum
}

@inline(never)
private func readAndCallSingleton(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += unsafeStores.singleton().number }
  sink = sum
}

@inline(never)
private func readAndCallByKey(_ count: Int) {
  var sum = 0.0
  for number in 0..<count { sum += unsafeStores.byKey(number & 7).number }
  sink = sum
}

extension Row {
  /// Calls of lifetime closures whose values are built, compared with reads of an unsafe global.
  static var lifetimes: [Row] {
    func row(_ what: String, bar: Double? = nil, _ call: @escaping @Sendable (Int) -> Void) -> Row {
      let prepare: @Sendable () -> Void = {
        setUp(.capturing)
        call(8)
      }
      return Row("call a singleton \(what), vs a read capturing", bar: bar, prepare: prepare) {
        Loop(20_000, call).ratio(to: Loop(50_000, readUnsafe), atLeast: Row.capturingRead)
      }
    }
    let two = Row("two threads call a singleton", .throughput, prepare: { callSingleton(1) }) {
      await Team.throughputOfTwo(Loop(20_000, callSingleton))
    }
    return [
      row("that is built", bar: 1.5, callSingleton),
      row("that is built, read from an unsafe global", readAndCallSingleton),
      row("of 8 arguments, read from an unsafe global", readAndCallByKey),
      two,
    ]
  }
}
