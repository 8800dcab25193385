/// Three jobs in a ring deadlock: each locks its own file, and then its neighbor's.
///
/// Depth 3: each locks its own file before its neighbor asks for it.
extension KnownBug {
  static let threePhilosophers = KnownBug(
    name: "deadlock of three in a ring", blame: [.schedule], depth: 3,
    broken: { await run { own, other in await use([own, other]) } },
    repaired: { await run { own, other in await use([own, other].sorted { $0.number < $1.number }) } })

  private static func run(job: @escaping @Sendable (File, File) async -> Void) async {
    let files = (0..<3).map { File($0) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask { await job(files[number], files[(number + 1) % 3]) }
      }
    }
  }

  private static func use(_ files: [File]) async {
    for file in files { await file.lock() }
    for file in files { await file.unlock() }
  }
}

private actor File {
  let number: Int
  private var isLocked = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ number: Int) { self.number = number }

  func lock() async {
    while isLocked { await withCheckedContinuation { waiting.append($0) } }
    isLocked = true
  }

  func unlock() {
    isLocked = false
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}
