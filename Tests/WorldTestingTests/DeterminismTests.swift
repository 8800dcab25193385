import Foundation
import Observation
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Asynchronous tests as they are written by somebody who has read no article. Each asserts exact results.
@Suite(.world(.mock), .timeLimit(.minutes(120)))
struct DeterminismTests {
  let log = EventLog()

  // MARK: Timers

  @MainActor @Observable final class Meeting {
    var elapsed = 0
    var speaker = 0
    var isOver = false
    let attendees = ["Blob", "Blob Jr", "Blob Sr"]
    let secondsEach = 2

    func run() async {
      for await _ in ticks(every: .seconds(1)) {
        elapsed += 1
        if elapsed == secondsEach * attendees.count {
          isOver = true
          return
        }
        if elapsed.isMultiple(of: secondsEach) { speaker += 1 }
      }
    }
  }

  @Test @MainActor func aMeetingTurnsItsSpeakersAndEnds() async {
    let meeting = Meeting()
    let run = Task { await meeting.run() }
    await Current.time.advance(by: .seconds(2))
    #expect((meeting.elapsed, meeting.speaker) == (2, 1))
    await Current.time.advance(by: .seconds(2))
    #expect((meeting.elapsed, meeting.speaker) == (4, 2))
    await Current.time.advance(by: .seconds(100))
    #expect((meeting.elapsed, meeting.speaker, meeting.isOver) == (6, 2, true))
    await run.value
  }

  @Test(.world(.mock, autoAdvance: true)) @MainActor func aMeetingTakesItsTime() async {
    let (meeting, start) = (Meeting(), Current.date())
    await meeting.run()
    #expect(meeting.isOver)
    #expect(Current.date().timeIntervalSince(start) == 6)
  }

  @MainActor final class Stopwatch {
    private(set) var seconds = 0
    private var task: Task<Void, Never>?

    func start() {
      task = Task {
        while !Task.isCancelled {
          try? await Current.sleep(.seconds(1))
          if Task.isCancelled { return }
          seconds += 1
        }
      }
    }

    func stop() { task?.cancel() }
  }

  @Test @MainActor func aStopwatchStopsWhereItIs() async {
    let watch = Stopwatch()
    watch.start()
    #expect(watch.seconds == 0)
    await Current.time.advance(by: .milliseconds(2_999))
    #expect(watch.seconds == 2)
    await Current.time.advance(by: .milliseconds(1))
    #expect(watch.seconds == 3)
    watch.stop()
    await Current.time.advance(by: .seconds(60))
    #expect(watch.seconds == 3)
  }

  @Test @MainActor func aStopwatchThatNobodyStopsIsNoFailure() async {
    let watch = Stopwatch()
    watch.start()
    await Current.time.advance(by: .seconds(1_000))
    #expect(watch.seconds == 1_000)
  }

  @Test func tickersThatNobodyStopsAreNoFailure() async {
    for number in 0..<3 {
      Task { while true { try? await Current.sleep(.seconds(7)); log.note("\(number) \(Current.uuid())") } }
      Task { while true { try? await Task.sleep(for: .seconds(7)); log.note("\(number) \(Current.uuid())") } }
      Task { @MainActor in
        for await _ in ticks(every: .seconds(7)) { log.note("\(number) \(Current.uuid())") }
      }
    }
    await Current.time.advance(by: .seconds(20))
    #expect(log.count == 18)
  }

  // MARK: Debounce and throttle

  @MainActor @Observable final class Search {
    var results: [String] = []
    private(set) var searched: [String] = []
    private var task: Task<Void, any Error>?

    func type(_ text: String) {
      task?.cancel()
      task = Task {
        try await Current.sleep(.milliseconds(300))
        searched.append(text)
        try await Current.sleep(.milliseconds(100))
        results = ["\(text) 1", "\(text) 2"]
      }
    }
  }

  @Test @MainActor func onlyTheLastOfFastKeystrokesIsSearched() async {
    let search = Search()
    for text in ["s", "sw", "swi"] {
      search.type(text)
      await Current.time.advance(by: .milliseconds(299))
    }
    #expect(search.searched.isEmpty)
    await Current.time.advance(by: .milliseconds(1))
    #expect(search.searched == ["swi"])
    #expect(search.results.isEmpty)
    await Current.time.advance(by: .milliseconds(100))
    #expect(search.results == ["swi 1", "swi 2"])
  }

  @Test(.world(.mock, autoAdvance: true)) @MainActor func onlyTheLastIsSearchedWhereTimePasses() async throws
  {
    let search = Search()
    for text in ["s", "sw", "swi", "swift"] {
      search.type(text)
      try await Current.sleep(.milliseconds(text == "swi" ? 350 : 100))
    }
    try await Current.sleep(.seconds(1))
    #expect(search.searched == ["swi", "swift"])
    #expect(search.results == ["swift 1", "swift 2"])
  }

  actor Throttle {
    private var last: Date?
    private(set) var sent: [Int] = []

    func send(_ value: Int) {
      let now = Current.date()
      if let last, now.timeIntervalSince(last) < 1 { return }
      last = now
      sent.append(value)
    }
  }

  @Test func aThrottleLetsThroughOneASecond() async {
    let throttle = Throttle()
    let sending = Task {
      for value in 0..<10 {
        await throttle.send(value)
        try await Current.sleep(.milliseconds(400))
      }
    }
    await Current.time.advance(by: .seconds(10))
    #expect(await throttle.sent == [0, 3, 6, 9])
    #expect(throws: Never.self) { try Task.checkCancellation() }
    _ = await sending.result
  }

  // MARK: Retries and timeouts

  struct Offline: Error {}

  func retry<Output: Sendable>(
    _ times: Int, _ operation: @Sendable (Int) async throws -> Output
  ) async throws -> Output {
    var pause = Duration.seconds(1)
    for attempt in 1..<times {
      do { return try await operation(attempt) } catch { try await Current.clock.sleep(for: pause) }
      pause *= 2
    }
    return try await operation(times)
  }

  @Test func aRetryWaitsLongerEachTime() async throws {
    let start = Current.date()
    async let value = retry(5) { attempt in
      log.note("\(attempt) at \(Int(Current.date().timeIntervalSince(start)))")
      if attempt < 4 { throw Offline() }
      return attempt
    }
    await Current.time.advance(by: .seconds(6))
    #expect(log.drain() == ["1 at 0", "2 at 1", "3 at 3"])
    await Current.time.advance(by: .seconds(1))
    #expect(log.drain() == ["4 at 7"])
    #expect(try await value == 4)
  }

  @Test(.world(.mock, autoAdvance: true), arguments: 1...5) func aRetryGivesUp(tries: Int) async {
    let start = Current.date()
    await #expect(throws: Offline.self) {
      try await retry(tries) { (_: Int) -> Int in throw Offline() }
    }
    #expect(Int(Current.date().timeIntervalSince(start)) == (1 << (tries - 1)) - 1)
  }

  struct TooSlow: Error {}

  func within<Output: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    try await withThrowingTaskGroup(of: Output.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        try await Current.sleep(limit)
        throw TooSlow()
      }
      defer { group.cancelAll() }
      for try await first in group { return first }
      throw TooSlow()
    }
  }

  @Test func aTimeoutEndsWhatIsSlow() async {
    let answer = Task {
      try await within(.seconds(5)) {
        defer { log.note("cancelled: \(Task.isCancelled)") }
        try await Current.sleep(.seconds(6))
        return 42
      }
    }
    await Current.time.advance(by: .seconds(5))
    #expect(log.drain() == ["cancelled: true"])
    await #expect(throws: TooSlow.self) { try await answer.value }
  }

  @Test func aTimeoutLetsThroughWhatIsFast() async throws {
    async let answer = within(.seconds(5)) {
      try await Current.sleep(.seconds(4))
      return 42
    }
    await Current.time.advance(by: .seconds(4))
    #expect(try await answer == 42)
    #expect(Current.time.sleeperCount == 0)
  }

  /// Both are due at the same time: the one that fell asleep first wins.
  @Test(.world(.mock, autoAdvance: true)) func aTieIsWonByTheSameEachTime() async throws {
    #expect(
      try await within(.seconds(5)) {
        try await Current.sleep(.seconds(5))
        return 42
      } == 42)
  }

  // MARK: Time beside a task

  @Test func anAsyncLetFallsAsleepBeforeTimeMoves() async throws {
    let start = Current.date()
    async let end = { () async throws -> Date in
      try await Current.sleep(.seconds(300))
      return Current.date()
    }()
    await Current.time.advance(by: .seconds(300))
    #expect(try await end == start + 300)
  }

  @Test func aTaskFallsAsleepBeforeTimeMoves() async throws {
    let task = Task {
      for number in 1...3 {
        try await Current.sleep(.seconds(10))
        log.note("\(number)")
      }
    }
    await Current.time.advance(by: .seconds(25))
    #expect(log.drain() == ["1", "2"])
    await Current.time.advance(by: .seconds(5))
    #expect(log.drain() == ["3"])
    try await task.value
  }

  @Test func aDetachedTaskUsesTheClockThatItWasGiven() async throws {
    let clock = Current.clock
    let task = Task.detached {
      try await clock.sleep(for: .seconds(2))
      return clock.now
    }
    let begin = clock.now
    await Current.time.advance(by: .seconds(3))
    #expect(begin.duration(to: try await task.value) == .seconds(2))
    #expect(begin.duration(to: clock.now) == .seconds(3))
  }

  @Test func taskSleepIsInTheTestsTime() async throws {
    let task = Task {
      try await Task.sleep(for: .seconds(60))
      log.note("awake")
    }
    await Current.time.advance(by: .seconds(50))
    #expect(log.drain().isEmpty)
    await Current.time.advance(by: .seconds(20))
    #expect(log.drain() == ["awake"])
    try await task.value
  }

  @Test(.world(.mock, autoAdvance: true)) func sleepsEndInTheOrderOfTheirLengths() async {
    await withTaskGroup(of: Int.self) { group in
      for seconds in [3, 1, 4, 10, 5, 9, 2, 6] {
        group.addTask {
          try? await Task.sleep(for: .seconds(seconds))
          return seconds
        }
      }
      var order: [Int] = []
      for await seconds in group { order.append(seconds) }
      #expect(order == [1, 2, 3, 4, 5, 6, 9, 10])
    }
  }

  @Test(.world(.mock, autoAdvance: true)) func aClockMeasuresNoMoreThanWasSlept() async throws {
    let took = try await Current.clock.measure {
      for _ in 0..<10 { try await Current.clock.sleep(for: .milliseconds(150)) }
    }
    #expect(took == .milliseconds(1_500))
  }

  @Test func midnightIsExact() async {
    let stars = Task {
      var days: [Int] = []
      while days.count < 3 {
        let now = Current.date()
        let tomorrow = Current.calendar().startOfDay(for: now.addingTimeInterval(86_400))
        try await Current.sleep(.seconds(tomorrow.timeIntervalSince(now)))
        days.append(Current.calendar().component(.day, from: Current.date()))
      }
      return days
    }
    await Current.time.advance(by: .seconds(3 * 86_400))
    #expect(try! await stars.value == [29, 30, 31])
  }
}

/// A stream of ticks, as programs make one.
func ticks(every interval: Duration) -> AsyncStream<Date> {
  AsyncStream { continuation in
    let task = Task {
      while !Task.isCancelled {
        try? await Current.sleep(interval)
        if Task.isCancelled { break }
        continuation.yield(Current.date())
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
