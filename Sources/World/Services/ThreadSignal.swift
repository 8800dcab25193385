#if canImport(Dispatch)
  import Dispatch
#endif

/// Lets threads wait for another one to end something.
struct ThreadSignal: Sendable {
  #if canImport(Dispatch)
    private let group = DispatchGroup()

    init() { group.enter() }

    /// Lets all threads go on that wait, and those that will. Call it once.
    func send() { group.leave() }

    func wait() { group.wait() }
  #else
    // Without threads there is no other one that could send it.
    func send() {}
    func wait() { fatalError("World: the only thread would wait for itself") }
  #endif
}
