import Foundation
import Observation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// In which order tasks, actors and streams go on.
extension DeterminismTests {
  @Test func tasksRunInTheOrderInWhichTheyBegan() async {
    let tasks = (0..<20).map { number in Task { log.note("\(number)") } }
    for task in tasks { await task.value }
    #expect(log.drain() == (0..<20).map { "\($0)" })
  }

  @Test func detachedTasksToo() async {
    let tasks = (0..<20).map { number in Task.detached { [log] in log.note("\(number)") } }
    for task in tasks { await task.value }
    #expect(log.drain() == (0..<20).map { "\($0)" })
  }

  @Test func tasksThatYieldTakeTurns() async {
    await withTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c"] {
        group.addTask { [log] in
          for turn in 1...3 {
            log.note("\(name)\(turn)")
            await Task.yield()
          }
        }
      }
    }
    #expect(log.drain() == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"])
  }

  @Test func resultsOfAGroupComeInTheOrderOfItsTasks() async {
    let squares = await withTaskGroup(of: Int.self) { group in
      for number in 0..<100 { group.addTask { number * number } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(squares == (0..<100).map { $0 * $0 })
  }

  @Test func prioritiesDoNotChangeTheOrder() async {
    let priorities: [TaskPriority] = [.background, .high, .low, .userInitiated, .utility]
    let tasks = priorities.map { priority in Task(priority: priority) { log.note("\(priority.rawValue)") } }
    for task in tasks { await task.value }
    #expect(log.drain() == priorities.map { "\($0.rawValue)" })
  }

  @Test func asyncLetsBeginInTheirOrder() async {
    async let first: Void = log.note("first")
    async let second: Void = log.note("second")
    async let third: Void = log.note("third")
    _ = await (third, second, first)
    #expect(log.drain() == ["first", "second", "third"])
  }

  // MARK: The main actor

  @MainActor @Observable final class Profile {
    private(set) var isLoading = false
    private(set) var name: String?
    private(set) var error: String?

    func load(_ fetch: @Sendable () async throws -> String) async {
      isLoading = true
      defer { isLoading = false }
      do { name = try await fetch() } catch { self.error = "\(type(of: error))" }
    }
  }

  /// The best-known flaky test.
  @Test @MainActor func aModelIsLoadingAfterOneYield() async {
    let profile = Profile()
    let load = Task {
      await profile.load {
        await Task.yield()
        return "Blob"
      }
    }
    #expect(!profile.isLoading)
    await Task.yield()
    #expect(profile.isLoading)
    #expect(profile.name == nil)
    await load.value
    #expect(!profile.isLoading)
    #expect(profile.name == "Blob")
  }

  @Test @MainActor func aModelShowsAnError() async {
    let profile = Profile()
    async let load: Void = profile.load {
      try await Current.sleep(.seconds(3))
      throw Offline()
    }
    await Current.time.advance(by: .seconds(2))
    #expect(profile.isLoading)
    await Current.time.advance(by: .seconds(1))
    await load
    #expect(profile.error == "Offline")
    #expect(!profile.isLoading)
  }

  @Test @MainActor func aChangeIsObservedOnce() async {
    let profile = Profile()
    withObservationTracking {
      _ = profile.isLoading
    } onChange: { [log] in
      Task { @MainActor in log.note("loading: \(profile.isLoading)") }
    }
    await profile.load {
      await Task.yield()
      return "Blob"
    }
    #expect(log.drain() == ["loading: true"])
  }

  @Test func tasksOfTheMainActorRunInTheirOrder() async {
    let tasks = (0..<20).map { number in Task { @MainActor in log.note("\(number)") } }
    for task in tasks { await task.value }
    #expect(log.drain() == (0..<20).map { "\($0)" })
  }

  @Test func detachedTasksHopToTheMainActorAndBack() async {
    let logged = log
    let tasks = (0..<10).map { number in
      Task.detached {
        await MainActor.run { logged.note("main \(number)") }
        logged.note("back \(number)")
      }
    }
    for task in tasks { await task.value }
    let events = log.drain()
    #expect(events.filter { $0.hasPrefix("main") } == (0..<10).map { "main \($0)" })
    #expect(events.filter { $0.hasPrefix("back") } == (0..<10).map { "back \($0)" })
  }

  // MARK: Actors

  actor Account {
    private(set) var balance = 100

    /// Asks in between, and doesn't look again.
    func withdraw(_ amount: Int) async -> Bool {
      guard balance >= amount else { return false }
      try? await Current.sleep(.milliseconds(10))
      balance -= amount
      return true
    }
  }

  @Test(.world(.mock, autoAdvance: true)) func anOverdraftIsTheSameEachTime() async {
    let account = Account()
    async let first = account.withdraw(80)
    async let second = account.withdraw(80)
    #expect(await (first, second) == (true, true))
    #expect(await account.balance == -60)
  }

  @Test func anActorServesFirstComeFirstServed() async {
    actor Counter {
      var order: [Int] = []
      func visit(_ number: Int) { order.append(number) }
    }
    let counter = Counter()
    await withDiscardingTaskGroup { group in
      for number in 0..<50 { group.addTask { await counter.visit(number) } }
    }
    #expect(await counter.order == Array(0..<50))
  }

  actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func enter() async {
      if free > 0 {
        free -= 1
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    func leave() {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
  }

  @Test(.world(.mock, autoAdvance: true)) func twoDownloadsAtATime() async {
    let (gate, start) = (Gate(2), Current.date())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<6 {
        group.addTask { [log] in
          await gate.enter()
          try? await Current.sleep(.seconds(1))
          log.note("\(number) at \(Int(Current.date().timeIntervalSince(start)))")
          await gate.leave()
        }
      }
    }
    #expect(log.drain() == ["0 at 1", "1 at 1", "2 at 2", "3 at 2", "4 at 3", "5 at 3"])
  }

  actor Cache {
    private var entries: [String: (value: Int, until: Date)] = [:]
    private var loading: [String: Task<Int, Never>] = [:]
    private(set) var loads = 0

    func value(_ key: String) async -> Int {
      if let entry = entries[key], entry.until > Current.date() { return entry.value }
      if let task = loading[key] { return await task.value }
      let task = Task {
        loads += 1
        try? await Current.sleep(.seconds(1))
        return loads
      }
      loading[key] = task
      let value = await task.value
      loading[key] = nil
      entries[key] = (value, Current.date() + 60)
      return value
    }
  }

  @Test func aCacheLoadsOnceAndExpires() async {
    let cache = Cache()
    async let values = withTaskGroup(of: Int.self) { group in
      for _ in 0..<10 { group.addTask { await cache.value("a") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await Current.time.advance(by: .seconds(1))
    #expect(await values == Array(repeating: 1, count: 10))
    await Current.time.advance(by: .seconds(59))
    #expect(await cache.value("a") == 1)
    await Current.time.advance(by: .seconds(1))
    async let again = cache.value("a")
    await Current.time.advance(by: .seconds(1))
    #expect(await again == 2)
    #expect(await cache.loads == 2)
  }

  // MARK: Streams and continuations

  @Test func ticksComeOneASecond() async {
    let start = Current.date()
    let reading = Task {
      var seconds: [Int] = []
      for await date in ticks(every: .seconds(1)).prefix(3) {
        seconds.append(Int(date.timeIntervalSince(start)))
      }
      return seconds
    }
    await Current.time.advance(by: .seconds(10))
    #expect(await reading.value == [1, 2, 3])
    #expect(Current.time.sleeperCount == 0)
  }

  @Test func aStreamGivesAllThatWasYielded() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    async let sum = stream.reduce(0, +)
    for number in 1...100 {
      continuation.yield(number)
      if number.isMultiple(of: 10) { await Task.yield() }
    }
    continuation.finish()
    #expect(await sum == 5_050)
  }

  @Test func producerAndConsumerTakeTurns() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let consumer = Task { for await number in stream { log.note("got \(number)") } }
    for number in 1...3 {
      log.note("sent \(number)")
      continuation.yield(number)
      await Task.yield()
    }
    continuation.finish()
    await consumer.value
    #expect(log.drain() == ["sent 1", "got 1", "sent 2", "got 2", "sent 3", "got 3"])
  }

  @Test func aContinuationIsResumedByATask() async {
    func oldAPI(_ completion: @escaping @Sendable (Int) -> Void) {
      Task {
        try await Current.sleep(.seconds(2))
        completion(7)
      }
    }
    async let value = withCheckedContinuation { continuation in
      oldAPI { continuation.resume(returning: $0) }
    }
    await Current.time.advance(by: .seconds(2))
    #expect(await value == 7)
  }

  @Test func aContinuationIsResumedByAThread() async {
    let value = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: 7) }
    }
    #expect(value == 7)
  }

  @Test func pollingSeesWhatATaskDoes() async {
    let isDone = Flag()
    Task { isDone.set() }
    var turns = 0
    while !isDone.isSet {
      turns += 1
      await Task.yield()
    }
    #expect(turns == 1)
  }

  // MARK: Cancellation

  @Test func aCancelledSleepThrowsAtOnce() async {
    let start = Current.date()
    let task = Task { try await Current.sleep(.seconds(60)) }
    await Current.time.advance(by: .seconds(1))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(Current.date() == start + 1)
  }

  @Test func aGroupCancelsItsOtherTasksAtTheFirstError() async {
    await #expect(throws: Offline.self) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<3 {
          group.addTask { [log] in
            do { try await Current.sleep(.seconds(10)) } catch {
              log.note("\(number) was cancelled")
              throw error
            }
          }
        }
        group.addTask { throw Offline() }
        for try await _ in group {}
      }
    }
    #expect(log.drain().sorted() == ["0 was cancelled", "1 was cancelled", "2 was cancelled"])
  }

  @Test func aHandlerIsCalledWhenItsTaskIsCancelled() async {
    let task = Task {
      await withTaskCancellationHandler {
        for await _ in ticks(every: .seconds(1)) { log.note("tick") }
        log.note("finished")
      } onCancel: { [log] in
        log.note("cancelled")
      }
    }
    await Current.time.advance(by: .seconds(2))
    task.cancel()
    await task.value
    #expect(log.drain() == ["tick", "tick", "cancelled", "finished"])
  }

  // MARK: The framework's and the language's means

  @Test func confirmationCountsWhatHappensWhileTimeMoves() async {
    await confirmation("a tick", expectedCount: 5) { tick in
      let ticker = Task { for await _ in ticks(every: .seconds(2)) { tick() } }
      await Current.time.advance(by: .seconds(11))
      ticker.cancel()
    }
  }

  @Test(arguments: [1, 7, 30], [1, 3]) func eachCaseHasATimeOfItsOwn(seconds: Int, count: Int) async {
    let start = Current.date()
    let task = Task {
      for _ in 0..<count { try await Current.sleep(.seconds(seconds)) }
      return Current.date()
    }
    await Current.time.advance(by: .seconds(seconds * count))
    #expect(try! await task.value == start + TimeInterval(seconds * count))
    #expect(Current.uuid().uuidString.hasSuffix("0001"))
  }

  enum Request { @TaskLocal static var number = 0 }

  @Test func taskLocalsAreThoseOfTheirTask() async {
    let values = await withTaskGroup(of: (Int, Int).self) { group in
      for number in 1...10 {
        Request.$number.withValue(number) {
          group.addTask {
            try? await Current.sleep(.seconds(11 - number))
            return (Request.number, await Task { Request.number }.value)
          }
        }
      }
      group.addTask {
        await Current.time.advance(by: .seconds(10))
        return (0, 0)
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values.dropLast().map(\.0) == Array(1...10).reversed())
    #expect(values.allSatisfy { $0 == $1 })
  }

  @Test func aWorldInsideHasATimeOfItsOwn() async {
    let outer = Current.time
    let start = outer.date
    await withWorld(.mock) {
      async let slept: Void = try! Current.sleep(.seconds(5))
      await Current.time.advance(by: .seconds(5))
      await slept
      #expect(Current.date() == start + 5)
    }
    #expect(outer.date == start)
    await withWorld {
      $0.locale = { Locale(identifier: "fr_FR") }
    } operation: {
      await Current.time.advance(by: .seconds(1))
    }
    #expect(Current.date() == start + 1)
  }

  @Suite(.world(autoAdvance: true) { $0.timezone = { TimeZone(identifier: "Asia/Tokyo") ?? .gmt } })
  struct Inside {
    @Test(.world { $0.locale = { Locale(identifier: "ja_JP") } }) func traitsNest() async throws {
      #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
      #expect(Current.locale().identifier == "ja_JP")
      let start = Current.date()
      let task = Task { try await Current.sleep(.seconds(5)) }
      try await task.value
      #expect(Current.date() == start + 5)
    }
  }

  #if compiler(>=6.2)
    @concurrent func elsewhere() async -> Int { 7 }

    @Test @MainActor func aConcurrentFunctionReturnsToTheMainActor() async {
      log.note("before")
      async let other: Void = MainActor.run { log.note("other") }
      #expect(await elsewhere() == 7)
      log.note("after")
      await other
      #expect(Set(log.drain()) == ["before", "other", "after"])
    }
  #endif
}
