import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

/// The table "Where scopes reach" of the article Scopes, a test a row.
@Suite(.world(.mock, inParallel: true))
struct EscapeTests {
  /// What tells the scope's world from every other. A hidden service, whose use outside of all scopes isn't reported.
  private struct Mark: World.LiveService, World.HiddenService {
    var isSet = false
    static var live: Mark { Mark() }
    static var mock: Mark { Mark() }
  }

  private static func sees() -> Bool { Current[Mark.self].isSet }

  private func inScope<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await withWorld {
      $0[Mark.self].isSet = true
    } operation: {
      try await operation()
    }
  }

  /// Waits for a callback, and for what it saw.
  private func seen(_ begin: (@escaping @Sendable (Bool) -> Void) -> Void) async -> Bool {
    await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
  }

  // MARK: Kept

  @Test func taskKeepsTheScope() async {
    #expect(await inScope { await Task { Self.sees() }.value })
  }

  @Test func asyncLetKeepsTheScope() async {
    await inScope {
      async let child = Self.sees()
      #expect(await child)
    }
  }

  @Test func taskGroupKeepsTheScope() async {
    await inScope {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 { group.addTask { Self.sees() } }
        for await kept in group { #expect(kept) }
      }
    }
  }

  actor Somewhere {
    func sees() -> Bool { EscapeTests.sees() }
  }

  @Test func actorHopKeepsTheScope() async {
    #expect(await inScope { await Somewhere().sees() })
  }

  @Test func mainActorRunKeepsTheScope() async {
    #expect(await inScope { await MainActor.run { Self.sees() } })
  }

  @Test func continuationKeepsTheScopeOfTheAwaitingTask() async {
    await inScope {
      let resumedElsewhere: Void = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      #expect(resumedElsewhere == () && Self.sees())
    }
  }

  @Test func dispatchSyncKeepsTheScope() async {
    #expect(await inScope { DispatchQueue(label: "sync").sync { Self.sees() } })
  }

  // MARK: Lost

  @Test func detachedTaskLosesTheScope() async {
    await inScope {
      #expect(await Task.detached { Self.sees() }.value == false)
      let world = Current
      #expect(await Task.detached { withWorld(world) { Self.sees() } }.value)
    }
  }

  @Test func dispatchAsyncLosesTheScope() async {
    await inScope {
      #expect(await seen { done in DispatchQueue.global().async { done(Self.sees()) } } == false)
      let world = Current
      #expect(await seen { done in DispatchQueue.global().async { withWorld(world) { done(Self.sees()) } } })
    }
  }

  @Test func dispatchAsyncAfterLosesTheScope() async {
    await inScope {
      let queue = DispatchQueue.global()
      #expect(await seen { done in queue.asyncAfter(deadline: .now()) { done(Self.sees()) } } == false)
      let world = Current
      #expect(
        await seen { done in queue.asyncAfter(deadline: .now()) { withWorld(world) { done(Self.sees()) } } })
    }
  }

  @Test func concurrentPerformLosesTheScopeExceptOnTheCallingThread() async {
    await inScope {
      let world = Current
      perform(in: world)
    }
  }

  private func perform(in world: World) {
    let caller = ObjectIdentifier(Thread.current)
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      #expect(Self.sees() == (ObjectIdentifier(Thread.current) == caller))
      #expect(withWorld(world) { Self.sees() })
    }
  }

  @Test func operationQueueLosesTheScope() async {
    await inScope {
      let queue = OperationQueue()
      #expect(await seen { done in queue.addOperation { done(Self.sees()) } } == false)
      let world = Current
      #expect(await seen { done in queue.addOperation { withWorld(world) { done(Self.sees()) } } })
    }
  }

  @Test func threadLosesTheScope() async {
    await inScope {
      #expect(await seen { done in Thread.detachNewThread { done(Self.sees()) } } == false)
      let world = Current
      #expect(await seen { done in Thread.detachNewThread { withWorld(world) { done(Self.sees()) } } })
    }
  }

  // MARK: Carried

  @Test func aWrappedClosureKeepsTheScopeWhereverItRuns() async throws {
    struct Oops: Error {}
    // One by one: of a tuple of them, the compiler takes ten seconds to find the types.
    let sync = await inScope { Current.wrap { Self.sees() } }
    let add = await inScope { Current.wrap { (a: Int, b: Int) -> (Int, Bool) in (a + b, Self.sees()) } }
    let refuse = await inScope {
      Current.wrap { (_: String) throws -> Bool in if Self.sees() { throw Oops() } else { false } }
    }
    let later = await inScope { Current.wrap { await Task { Self.sees() }.value } }
    let fetch = await inScope {
      Current.wrap { (name: String) async throws -> String in
        await Task.yield()
        if name.isEmpty { throw Oops() }
        return Self.sees() ? name : ""
      }
    }
    #expect(sync() && !Self.sees())
    #expect(add(1, 2) == (3, true))
    #expect(throws: Oops.self) { try refuse("a") }
    #expect(await later())
    #expect(try await fetch("a") == "a")
    await #expect(throws: Oops.self) { try await fetch("") }
    #expect(await Task.detached(operation: later).value)
    let queued = await seen { done in
      withWorld {
        $0[Mark.self].isSet = true
      } operation: {
        DispatchQueue.global().async(execute: Current.wrap { done(Self.sees()) })
      }
    }
    #expect(queued)
  }

  @Test func whatAWrappedClosureWritesStaysInside() async {
    let count = Current.wrap { () -> Bool in
      defer { Current.timezone = { .gmt } }
      return Current.timezone() == .gmt
    }
    #expect(count() == false && count() == false)
    #expect(Current.timezone() != .gmt)
  }

  // MARK: Where it runs, not where it was made

  @Test func cancellationHandlerSeesTheWorldOfWhoCancels() async {
    /// What a handler sees that is set in a scope with the mark.
    func cancelled(
      in canceller: World,
      _ wrap: @escaping @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void
    )
      async -> Bool
    {
      let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let task = await inScope {
        Task {
          let handler = wrap { continuation.yield(Self.sees()) }
          try await withTaskCancellationHandler {
            isReady.finish()
            try await Task.sleep(for: .seconds(1_000_000))
          } onCancel: {
            handler()
          }
        }
      }
      for await _ in ready {}
      withWorld(canceller) { task.cancel() }
      return await stream.first { _ in true } ?? false
    }
    let marked = World.mock.with { $0[Mark.self].isSet = true }
    #expect(await cancelled(in: .mock) { $0 } == false)
    #expect(await cancelled(in: marked) { $0 })
    #expect(await cancelled(in: .mock) { Current.wrap($0) })
  }

  /// A response whose body is asked for when the scope around its handler is gone.
  private struct Response: Sendable {
    var body: AsyncStream<Bool>
  }

  @Test func streamedBodySeesTheProcessWideWorldOnceTheHandlerReturned() async {
    func serve(_ handler: @escaping @Sendable () -> Response) async -> [Bool] {
      let response = await inScope { handler() }
      return await Task.detached {
        var seen: [Bool] = []
        for await see in response.body { seen.append(see) }
        return seen
      }.value
    }
    /// Twice what is seen.
    @Sendable func body(_ see: @escaping @Sendable () async -> Bool) -> Response {
      let left = Mutex(2)
      return Response(
        body: AsyncStream(unfolding: {
          let isOver = left.withLock { left in
            defer { left -= 1 }
            return left == 0
          }
          return isOver ? nil : await see()
        }))
    }
    #expect(await serve { body { Self.sees() } } == [false, false])
    #expect(await serve { body(Current.wrap { await Task { Self.sees() }.value }) } == [true, true])
  }

  @Test func timerSeesTheWorldWhereItsRunLoopRuns() async {
    func runTimer(_ world: World, loopIsInScope: Bool) async -> Bool {
      await seen { done in
        Thread.detachNewThread {
          withWorld(world) {
            RunLoop.current.add(
              Timer(timeInterval: 0, repeats: false) { _ in done(Self.sees()) }, forMode: .default)
          }
          func run() { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
          if loopIsInScope { withWorld(world) { run() } } else { run() }
        }
      }
    }
    await inScope {
      let world = Current
      #expect(await runTimer(world, loopIsInScope: true))
      #expect(await runTimer(world, loopIsInScope: false) == false)
    }
  }

  @Test func notificationBlockSeesTheWorldOfThePostingCode() async {
    let center = NotificationCenter()
    let name = Notification.Name("escape")
    func observed(postingIn post: (() -> Void) async -> Void) async -> Bool {
      let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
      let observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        continuation.yield(Self.sees())
      }
      await post { center.post(name: name, object: nil) }
      center.removeObserver(observer)
      return await stream.first { _ in true } ?? false
    }
    #expect(await observed { post in await inScope { post() } })
    #expect(await inScope { await observed { post in withWorld(.mock) { post() } } } == false)
  }

  @Test func asyncStreamSeesTheWorldOfTheCodeOnEachSide() async {
    // The closure that unfolds a stream runs in the task that iterates it.
    let unfolding = withWorld(.mock) { AsyncStream(unfolding: { Self.sees() }) }
    await inScope {
      var iterator = unfolding.makeAsyncIterator()
      #expect(await iterator.next() == true)
    }
    // A producer that is a task of its own keeps the scope that it was begun in.
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    let producer = await inScope {
      Task {
        continuation.yield(Self.sees())
        continuation.finish()
      }
    }
    for await produced in stream { #expect(produced) }
    await producer.value
  }

  final class Witness: Sendable {
    let tell: @Sendable (Bool) -> Void
    init(tell: @escaping @Sendable (Bool) -> Void) { self.tell = tell }
    deinit { tell(EscapeTests.sees()) }
  }

  @Test func deinitSeesTheWorldWhereTheLastReferenceGoes() async {
    #expect(await inScope { await seen { done in _ = Witness(tell: done) } })
    let outside = await seen { done in
      let witness = withWorld {
        $0[Mark.self].isSet = true
      } operation: {
        Witness(tell: done)
      }
      _ = consume witness
    }
    #expect(outside == false)
  }

  #if compiler(>=6.2)
    actor IsolatedWitness {
      let tell: @Sendable (Bool) -> Void
      init(tell: @escaping @Sendable (Bool) -> Void) { self.tell = tell }
      isolated deinit { tell(EscapeTests.sees()) }
    }

    @Test func isolatedDeinitLosesTheScope() async {
      #expect(await inScope { await seen { done in _ = IsolatedWitness(tell: done) } } == false)
    }
  #endif
}
