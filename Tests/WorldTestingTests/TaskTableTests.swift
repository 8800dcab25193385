import Testing
import World
import WorldMocks

@testable import WorldTesting

/// A scheduler knows the tasks of its run that aren't over.
///
/// Some end on the runtime's threads, which other tests may occupy for long.
@Suite(.ticker, .world(.mock), .timeLimit(.minutes(120)))
struct TaskTableTests {
  private actor Place {
    func begin(_ wait: @escaping @Sendable () async -> Void) -> Task<Void, Never> { Task { await wait() } }

    #if compiler(>=6.2)
      @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
      func beginAtOnce(_ log: EventLog) -> Task<Void, Never> {
        defer { log.note("creator") }
        return Task.immediate {
          _ = self
          log.note("task")
        }
      }
    #endif
  }

  /// Tasks that wait until all may go on.
  private let gates = AsyncStream.makeStream(of: UnsafeContinuation<Void, Never>.self)

  @Sendable private func wait() async { await withUnsafeContinuation { _ = gates.continuation.yield($0) } }

  @Test func onlyTasksThatChangedAreInspected() async throws {
    let scheduler = try #require(Scheduler.current)
    let wait = wait
    let tasks = (0..<100).map { _ in Task { await wait() } }
    await Current.time.advance(by: .zero)
    func changes() -> Int { scheduler.core.tasks.changes().changed.count }
    #expect(changes() == 101)
    #expect(changes() == 0)
    var gates = gates.stream.makeAsyncIterator()
    await gates.next()?.resume()
    await Current.time.advance(by: .zero)
    // One is over. The test's own is seen while it runs.
    #expect(changes() == 0)
    for _ in 1..<100 { await gates.next()?.resume() }
    for task in tasks { await task.value }
  }

  /// So a test may sleep any number of times.
  @Test(.world(.mock, autoAdvance: true)) func tasksThatEndASleepShareANumber() async throws {
    let scheduler = try #require(Scheduler.current)
    for _ in 0..<1_000 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(scheduler.core.tasks.count <= 3)
  }

  /// And may create any number of them.
  @Test(.world(.mock)) func tasksShareTheNumbersOfThoseThatAreOver() async throws {
    let scheduler = try #require(Scheduler.current)
    for _ in 0..<1_000 {
      await Task {}.value
      await withTaskGroup(of: Void.self) { group in for _ in 0..<3 { group.addTask {} } }
    }
    #expect(scheduler.core.tasks.count <= 6)
  }

  @Test func eachKindOfTaskIsThereUntilItEnds() async throws {
    let scheduler = try #require(Scheduler.current)
    let wait = wait
    var tasks = [
      Task { await wait() },
      Task.detached { await wait() },
      Task(executorPreference: scheduler) { await wait() },
      Task(executorPreference: nil) { await wait() },
      Task { await withTaskGroup(of: Void.self) { group in group.addTask { await wait() } } },
      Task { await withDiscardingTaskGroup { group in group.addTask { await wait() } } },
      Task {
        async let child: Void = wait()
        await child
      },
      Task { @MainActor in await wait() },
      await Place().begin(wait),
    ]
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        tasks.append(.immediate { await wait() })
      }
    #endif
    await Current.time.advance(by: .zero)
    let continuations = scheduler.activities.count {
      if case .continuation = $0.state { true } else { false }
    }
    #expect(continuations == tasks.count)
    // With this test's own, and the parents of the three child tasks.
    #expect(scheduler.activities.count == tasks.count + 4)
    for await gate in gates.stream.prefix(tasks.count) { gate.resume() }
    for task in tasks { await task.value }
    #expect(scheduler.activities.count == 1)
    #expect(scheduler.core.tasks.retained.count == 1)
  }

  #if compiler(>=6.2)
    /// Also after it waited, which is when it is enqueued first.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func anImmediateTaskIsTheTests() async {
      for task in [Task.immediate(operation: goOn), .immediateDetached(operation: goOn)] {
        #expect(await task.value == [true, true, true])
      }
      await withTaskGroup(of: [Bool].self) { group in
        group.addImmediateTask(operation: goOn)
        for await isScheduled in group { #expect(isScheduled == [true, true, true]) }
      }
    }

    /// Where its creator is, also on an actor.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func anImmediateTaskBeginsInTheStepOfItsCreator() async {
      let log = EventLog()
      let onMain = await MainActor.run {
        defer { log.note("creator") }
        return Task.immediate { @MainActor in log.note("task") }
      }
      await onMain.value
      #expect(log.drain() == ["task", "creator"])
      await Place().beginAtOnce(log).value
      #expect(log.drain() == ["task", "creator"])
    }

    /// Its sleep is its own, and not its creator's.
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func immediateTasksSleep() async throws {
      let scheduler = try #require(Scheduler.current)
      let tasks = (0..<2).map { _ in Task.immediate { try await Current.sleep(.seconds(1)) } }
      #expect(scheduler.activities.count(where: \.isAsleep) == 2)
      await Current.time.advance(by: .seconds(1))
      for task in tasks { try await task.value }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func anImmediateTaskThatNeverWaitedIsReleased() async throws {
      let scheduler = try #require(Scheduler.current)
      for _ in 0..<10 { Task.immediate {} }
      await Task.yield()
      #expect(scheduler.core.tasks.retained.count == 1)
    }

    @Sendable private func goOn() async -> [Bool] {
      var isScheduled = [Scheduler.current != nil]
      await Task.yield()
      isScheduled.append(Scheduler.current != nil)
      await withUnsafeContinuation { resumed in Task { resumed.resume() } }
      isScheduled.append(Scheduler.current != nil)
      return isScheduled
    }
  #endif

  /// What a task returns is released with the last reference that the test has, as without a scheduler.
  @Test func aTaskThatIsOverKeepsNothing() async {
    final class Result: Sendable {}
    weak var result: Result?
    do {
      let task = Task { Result() }
      result = await task.value
    }
    #expect(result == nil)
    do {
      let task = Task { @MainActor in Result() }
      result = await task.value
    }
    #expect(result == nil)
  }

  /// Some time after its end, which no step sees.
  @Test func aTaskThatEndsElsewhereIsForgotten() async throws {
    let scheduler = try #require(Scheduler.current)
    for _ in 0..<200 { await Task(executorPreference: globalConcurrentExecutor) {}.value }
    #expect(scheduler.core.tasks.retained.count <= 64)
  }

  /// The runtime creates an `async let` itself, and nobody knows by which call.
  @Test func aNumberThatIsUsedAgainHasNoCreator() {
    var table = TaskTable()
    _ = table.add(1, running: -1, passages: 0, sharesNumbers: true)
    table.setCreation([CodeAddress(bits: 1)], of: 0)
    table.forget(1)
    let again = table.add(2, running: -1, passages: 0, sharesNumbers: true)
    let creation = table.creation(of: 0)
    #expect(again.number == 0 && creation.isEmpty)
  }
}
