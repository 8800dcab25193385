/// Observers are notified one after the other, even one that leaves meanwhile.
///
/// Depth 2: the observer leaves after the list is copied, and before its turn.
extension KnownBug {
  static let observerRemoved = KnownBug(
    name: "observer told after it left", blame: [.schedule], depth: 2, isOnMainActor: true,
    broken: { try await run { model in await model.tellAll() } },
    repaired: { try await run { model in await model.tellThoseWhoAreThere() } })

  @MainActor private static func run(tell: @escaping @MainActor (Model) async -> Void) async throws {
    let model = Model()
    async let told: Void = tell(model)
    async let left: Void = model.leave("map")
    _ = await (told, left)
    try expect(model.toldInVain.isEmpty, "told \(model.toldInVain), which had left")
  }
}

@MainActor private final class Model {
  private(set) var toldInVain: [String] = []
  private var observers = ["list", "map"]
  private let log = Log()

  func tellAll() async {
    for observer in observers {
      tell(observer)
      await log.write("told \(observer)")
    }
  }

  func tellThoseWhoAreThere() async {
    for observer in observers where observers.contains(observer) {
      tell(observer)
      await log.write("told \(observer)")
    }
  }

  func leave(_ observer: String) async {
    await log.write("\(observer) leaves")
    observers.removeAll { $0 == observer }
  }

  private func tell(_ observer: String) { if !observers.contains(observer) { toldInVain.append(observer) } }
}

private actor Log {
  private var lines: [String] = []
  func write(_ line: String) { lines.append(line) }
}
