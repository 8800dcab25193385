import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// `recording`: the spies of tests.
struct RecordingTests {
  struct Declined: Error, Equatable {}

  struct Shop: Sendable {
    var total: @Sendable (Int, String) -> Int = { cents, _ in cents * 2 }
    var check: @Sendable (Int) throws -> Void = { if $0 < 0 { throw Declined() } }
    var wait: @Sendable () async -> String = { "waited" }
    var charge: @Sendable (_ cents: Int) async throws -> String = { cents in
      if cents < 0 { throw Declined() }
      return "paid \(cents)"
    }
  }

  @Test func aSynchronousClosure() {
    var shop = Shop()
    let calls: World.Calls<(Int, String), Int>
    (shop.total, calls) = recording(shop.total)
    #expect(shop.total(1, "a") == 2)
    #expect(shop.total(2, "b") == 4)
    #expect(calls.count == 2)
    #expect(calls.arguments.map(\.0) == [1, 2])
    #expect(calls.arguments.map(\.1) == ["a", "b"])
    #expect(calls.results.compactMap { try? $0.get() } == [2, 4])
  }

  @Test func aThrowingClosure() throws {
    let (check, calls) = recording(Shop().check)
    try check(1)
    #expect(throws: Declined.self) { try check(-1) }
    #expect(calls.arguments == [1, -1])
    #expect(throws: Never.self) { try calls.results[0].get() }
    #expect(throws: Declined.self) { try calls.results[1].get() }
  }

  @Test func anAsynchronousClosureWithoutArguments() async {
    let (wait, calls) = recording(Shop().wait)
    #expect(await wait() == "waited")
    #expect(calls.count == 1)
    #expect(calls.all.first?.result != nil)
  }

  @Test func anAsynchronousThrowingClosure() async throws {
    let (charge, calls) = recording(Shop().charge)
    #expect(try await charge(100) == "paid 100")
    await #expect(throws: Declined.self) { try await charge(-1) }
    #expect(calls.arguments == [100, -1])
    #expect(calls.results.map { (try? $0.get()) ?? "failed" } == ["paid 100", "failed"])
  }

  @Test func aCallIsThereBeforeItReturns() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let (work, calls) = recording { (_: Int) async in
      start.finish()
      for await _ in gate {}
    }
    let running = Task { await work(1) }
    for await _ in started {}
    #expect(calls.count == 1)
    #expect(calls.all.map { $0.result == nil } == [true])
    #expect(calls.results.isEmpty)
    open.finish()
    await running.value
    #expect(calls.results.count == 1)
  }

  @Test(.world(.mock)) func theSecondOfTwoCallsMayEndFirst() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (work, calls) = recording { (number: Int) async in
      if number == 1 { for await _ in gate {} }
    }
    async let first: Void = work(1)
    async let waiter: Void = calls.waitUntilEnded(2)
    await Current.time.advance(by: .zero)
    let hasWaited = Locked(false)
    async let second: Void = {
      await work(2)
      await Current.time.advance(by: .zero)
      #expect(!hasWaited.value && calls.results.count == 1)
      open.finish()
    }()
    try await waiter
    hasWaited.withLock { $0 = true }
    _ = await (first, second)
  }

  @Test func waitingForCountEndsWithTheLastCall() async throws {
    let (charge, calls) = recording(Shop().charge)
    try await calls.waitUntilEnded(0)
    let waiting = Task {
      try await calls.waitUntilEnded(3)
      return calls.arguments
    }
    for cents in 1...3 { Task { try await charge(cents) } }
    #expect(Set(try await waiting.value) == [1, 2, 3])
    try await calls.waitUntilEnded(2)
  }

  @Test func aCallThatHasBegunIsNotWaitedForAsIfItHadEnded() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (work, calls) = recording { (_: Int) async in for await _ in gate {} }
    let running = Task { await work(1) }
    while calls.count == 0 { await Task.yield() }
    // Who waits in a cancelled task throws.
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await calls.waitUntilEnded(1)
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    open.finish()
    await running.value
    try await calls.waitUntilEnded(1)
  }

  @Test func aResultBelongsToItsCall() async {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (work, calls) = recording { (isHeld: Bool) async in
      if isHeld { for await _ in gate {} }
      return isHeld
    }
    let held = Task { await work(true) }
    while calls.count == 0 { await Task.yield() }
    _ = await work(false)
    open.finish()
    _ = await held.value
    #expect(calls.all.map { try? $0.result?.get() } == [true, false])
  }

  @Test(.world(.mock)) func allThatWaitForACallGoOn() async throws {
    let (charge, calls) = recording(Shop().charge)
    let ended = Locked(0)
    let waiting = (0..<3).map { _ in
      Task {
        try await calls.waitUntilEnded(1)
        ended.withLock { $0 += 1 }
      }
    }
    // Until all have run as far as they can, in each order.
    await Current.time.advance(by: .zero)
    _ = try await charge(1)
    await Current.time.advance(by: .zero)
    #expect(ended.value == 3)
    for task in waiting { task.cancel() }
  }

  @Test(.world(.mock)) func onlyWhoIsCancelledStopsWaiting() async throws {
    let (charge, calls) = recording(Shop().charge)
    let waiting = (0..<3).map { _ in Task { try await calls.waitUntilEnded(1) } }
    // Until all wait.
    await Current.time.advance(by: .zero)
    waiting[1].cancel()
    _ = try await charge(1)
    var hasWaited: [Bool] = []
    for task in waiting { hasWaited.append(await (try? task.value) != nil) }
    #expect(hasWaited == [true, false, true])
  }

  @Test func waitingForCountIsCancelled() async {
    let (_, calls) = recording(Shop().charge)
    let waiting = Task { try await calls.waitUntilEnded(1) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await calls.waitUntilEnded(1)
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
