// SPDX-License-Identifier: MIT

#if canImport(Dispatch)
  import Dispatch
#endif

struct ThreadSignal: Sendable {
  #if canImport(Dispatch)
    private let group = DispatchGroup()

    init() { group.enter() }

    /// Ends all current and future waits. Call it once.
    func send() { group.leave() }

    func wait() { group.wait() }
  #else
    // No other thread could send it.
    func send() {}
    func wait() { fatalError("World: the only thread would wait for itself") }
  #endif
}
