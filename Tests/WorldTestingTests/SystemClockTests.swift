#if os(Linux)
  import CWorldTesting
  import Dispatch
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing
  import World
  import WorldMocks
  import WorldSimulation

  @testable import WorldTesting

  /// The real time, in seconds: the program's own call of the C library.
  private func realTime(_ clock: clockid_t = CLOCK_MONOTONIC) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// How many seconds of real time something takes.
  private func seconds(_ operation: () -> Void) -> Double {
    let start = realTime()
    operation()
    return realTime() - start
  }

  /// Expects that something takes 10 ms of real time, and returns what is expected.
  private func expectTenMilliseconds(
    _ result: Bool, at location: SourceLocation = #_sourceLocation, _ operation: () -> Bool
  ) {
    let start = realTime()
    let isResult = operation() == result
    let time = realTime() - start
    #expect(isResult, sourceLocation: location)
    #expect(isTenMilliseconds(time), "\(time) s", sourceLocation: location)
  }

  /// Whether something takes 10 ms of real time, or longer because the machine is busy.
  private func isTenMilliseconds(_ seconds: Double) -> Bool { seconds > 0.009 }

  /// What code gets that asks the system, in the steps of a test.
  @Suite(.world(.mock, autoAdvance: true), .timeLimit(.minutes(120)))
  struct SystemClockTests {
    @Test func theDateIsTheWorlds() async {
      #expect(Date() == Current.date())
      #expect(Date.now == Current.date())
      #expect(Date() == Date(timeIntervalSinceReferenceDate: 557_152_051))
      #expect(Date(timeIntervalSinceNow: 5) == Current.date() + 5)
      await Current.time.advance(by: .milliseconds(1_234))
      #expect(Date() == Current.date())
      let past = Date(timeIntervalSince1970: -1.25)
      await Current.time.travel(to: past)
      #expect(Date() == past)
      #expect(past.timeIntervalSinceNow == 0)
    }

    @Test func aMoveIsSeenInTheSameStep() {
      let step = Scheduler.current?.core.stepCount
      let date = Date(timeIntervalSinceReferenceDate: 1_000_000_000.5)
      Current.time.jump(to: TimeMachine.Instant(date))
      #expect(Date() == date)
      #expect(Scheduler.current?.core.stepCount == step)
    }

    @Test func clocksFollowAMachineThatIsResumedOrFrozen() async {
      Current.time.resume()
      await Task.yield()
      let start = ContinuousClock.now
      let isReal = (0..<1_000_000).contains { _ in ContinuousClock.now > start }
      #expect(isReal)
      Current.time.freeze()
      await Task.yield()
      #expect(Date() == Current.date())
      let still = ContinuousClock.now
      #expect((0..<1_000).allSatisfy { _ in ContinuousClock.now == still })
    }

    @Test func aCacheExpires() async throws {
      var (cache, loads) = (ExpiringCache(lifetime: 60), 0)
      func read() -> String {
        cache.value {
          loads += 1; return "\(loads)"
        }
      }
      #expect(read() == "1")
      try await Task.sleep(for: .seconds(59))
      #expect(read() == "1")
      try await Current.sleep(.seconds(1))
      #expect(read() == "2")
    }

    @Test func monotonicClocksCountWhatPasses() async throws {
      let (start, suspending) = (ContinuousClock.now, SuspendingClock.now)
      #expect(ProcessInfo.processInfo.systemUptime == 86_400)
      let measured = try await ContinuousClock().measure { try await Current.sleep(.seconds(3)) }
      #expect(measured == .seconds(3))
      try await Task.sleep(for: .seconds(4))
      #expect(start.duration(to: .now) == .seconds(7))
      #expect(suspending.duration(to: .now) == .seconds(7))
      await Current.time.travel(to: .distantPast)
      #expect(start.duration(to: .now) == .seconds(7))
      await Current.time.advance(by: .seconds(1))
      #expect(start.duration(to: .now) == .seconds(8))
      #expect(ProcessInfo.processInfo.systemUptime == 86_408)
    }

    @Test func otherTasksSeeTheSameTime() async {
      let date = Date()
      async let child = Date()
      #expect(await child == date)
      #expect(await Task.detached { Date() }.value == date)
      #expect(await Task { @MainActor in Date() }.value == date)
    }

    @Test(arguments: 0..<3) func randomNumbersAreTheWorlds(_ time: Int) {
      var numbers = World.mock.random
      #expect(UInt64.random(in: .min ... .max) == numbers.next())
      #expect(UInt64.random(in: .min ... .max) == numbers.next())
      // It is one stream.
      #expect(Current.random.next() == numbers.next())
      #expect((0..<20).shuffled() == (0..<20).shuffled(using: &numbers))
      #expect(Int.random(in: 1...6) == Int.random(in: 1...6, using: &numbers))
      var system = SystemRandomNumberGenerator()
      #expect(system.next() == numbers.next())
    }

    /// Tests name files by them, which may be left from an earlier process.
    @Test func identifiersOfAPlainTestAreTheSystems() async {
      let outside = await onAThread { UUID() }
      #expect(Set([UUID(), UUID(), outside]).count == 3)
      let exploration = DimensionDefinition.randomUUIDs(seed: TestIdentity.seed)
      let ofExploration = Set((0..<4).map { _ in exploration() })
      #expect(ofExploration.isDisjoint(with: [UUID(), NSUUID() as UUID]))
      #expect(Current.uuid().uuidString == "00000000-0000-0000-0000-000000000001")
    }

    /// So that files with such names aren't those of a test beside it.
    @Test(arguments: 1...8) func casesHaveOtherIdentifiers(_ number: Int) async {
      let own = Locked<Set<UUID>>([])
      _ = await World.Exploration(runs: 1).run {
        own.withLock { $0.formUnion([UUID(), NSUUID() as UUID]) }
      }
      #expect(own.value.count == 2)
      Self.identifiers.withLock { all in
        all[number] = own.value
        for (other, identifiers) in all where other != number {
          #expect(identifiers.isDisjoint(with: own.value))
        }
      }
    }

    private static let identifiers = Locked<[Int: Set<UUID>]>([:])

    @Test func anExplorationFindsAnOrderOfIdentifiers() async {
      let report = await World.Exploration(runs: 200).run {
        if UUID().uuidString > UUID().uuidString, UUID().uuidString < UUID().uuidString { throw Missing() }
      }
      #expect(report.failure != nil)
      #expect(report.reads.contains(.identifiers))
    }

    @Test func aReportSaysWhichOfTheSystemsFunctionsReadIt() async {
      let dates = await World.Exploration(runs: 200).run {
        if Date().timeIntervalSince1970 < 0 { throw Missing() }
      }
      #expect(dates.description.contains(", read by `Date()`."), "\(dates)")
      let both = await World.Exploration(runs: 200).run {
        if Date().timeIntervalSince1970 < 0, Current.date() == Date() { throw Missing() }
      }
      #expect(both.failure != nil && !both.description.contains("`Date()`"), "\(both)")
      let identifiers = await World.Exploration(runs: 200).run {
        if UUID().uuidString > UUID().uuidString { throw Missing() }
      }
      #expect(identifiers.failure != nil, "\(identifiers)")
      let other = await World.Exploration(runs: 200).run {
        if UUID().uuidString > UUID().uuidString, UUID().uuidString < UUID().uuidString { throw Missing() }
      }
      #expect(
        other.failingDimensions != .identifiers
          || other.description.contains(": `UUID()` makes other identifiers."),
        "\(other)")
    }

    @Test func aReportSaysWhereARandomNumberWasAskedFor() async {
      let report = await World.Exploration(runs: 200).run {
        for _ in 1...2 { _ = Bool.random() }
        _ = Current.random.next()
        if UInt8.random(in: 0...9) == 9 { throw Missing() }
      }
      #expect(report.failure != nil)
      #if DEBUG
        let lines = report.description.split(separator: "\n")
        #expect(
          lines.contains {
            $0.hasPrefix("- the random numbers 1, 2, asked of the system at SystemClockTests.swift:")
              && $0.hasSuffix("`for _ in 1...2 { _ = Bool.random() }`")
          }, "\(report)")
        #expect(
          lines.contains {
            $0.hasPrefix("- the 4th random number, asked of the system at SystemClockTests.swift:")
          }, "\(report)")
      #endif
    }

    @Test func textsOfFoundationUseUpNoRandomNumbers() {
      var text = AttributedString("a")
      text.append(AttributedString("b"))
      text.characters.append("c")
      #expect(UInt64.random(in: .min ... .max) == World.mock.random.next())
    }

    @Test func setsAreHashedAsOutside() async {
      let outside = await onAThread { "a".hashValue }
      #expect("a".hashValue == outside)
    }

    @Test func threadsWithoutAStepHaveTheSystems() async {
      let (date, uptime, numbers, identifier) = await onAThread {
        (Date(), ContinuousClock.now, UInt64.random(in: .min ... .max), UUID())
      }
      #expect(abs(date.timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400)
      #expect(uptime != ContinuousClock.now)
      #expect(numbers != World.mock.random.next())
      let exploration = DimensionDefinition.randomUUIDs(seed: TestIdentity.seed)
      #expect(!(0..<4).map { _ in exploration() }.contains(identifier))
    }

    @Test func aMachineThatFollowsRealTimeDoes() {
      let machine = TimeMachine(offsetBy: .zero)
      #expect(abs(machine.date.timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400)
    }

    @Test func theProgramsOwnCallsAreTheSystems() {
      #expect(abs(Date().timeIntervalSince1970 - realTime(CLOCK_REALTIME)) > 1_000_000)
      let before = DispatchTime.now()
      while DispatchTime.now() == before {}
    }

    @Test func localeAndZoneAreTheSystems() async {
      let outside = await onAThread { (Locale.current.identifier, TimeZone.current.identifier) }
      #expect((Locale.current.identifier, TimeZone.current.identifier) == outside)
    }

    @Test func anNSDateGoesOnInRealTime() {
      let date = Date()
      while (NSDate() as Date) < date + 0.002 {}
      #expect(Date() == date)
    }

    /// A date that was made of another one and a duration is that of the machine when the duration has passed.
    @Test func datesAreTheSameToTheLastBit() async throws {
      for milliseconds in 0..<1_000 {
        let (expires, start) = (Date(timeIntervalSinceNow: Double(milliseconds) / 1_000), Current.date())
        Current.time.jump(to: TimeMachine.Instant(expires))
        #expect(Date() == expires && Date() == Current.date())
        Current.time.jump(to: TimeMachine.Instant(start))
      }
    }

    @Test func whereNoStepRunsAfterManySleepsTheDateIsReal() async throws {
      for _ in 0..<600 { try await Task.sleep(for: .seconds(1)) }
      let dates = await withTaskGroup(of: Date.self, returning: [Date].self) { group in
        for _ in 0..<8 {
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume(returning: Date()) }
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for date in dates { #expect(abs(date.timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400) }
    }

    private static func waitInVain() { Thread.sleep(until: .distantPast) }

    /// What makes a calendar or waits until a date doesn't ask for the date.
    @Test func onlyWhoAsksForTheDateReadsIt() async {
      let report = await World.Exploration(runs: 3).run {
        _ = Calendar(identifier: .gregorian)
        Self.waitInVain()
      }
      #expect(!report.reads.contains(.date), "\(report)")
    }

    /// Clocks of centuries in nanoseconds overflow.
    @Test func uniqueStringsAreTheSystems() {
      Current.time.jump(to: TimeMachine.Instant(.distantFuture))
      let process = ProcessInfo.processInfo
      #expect(process.globallyUniqueString != process.globallyUniqueString)
    }

    @Test func aRunInTheStartingWorldSaysThatItReadItsDate() async {
      let report = await World.Exploration(runs: 3).run {
        if Date() < Date(timeIntervalSince1970: 1_750_000_000) { throw Missing() }
      }
      let words =
        "It read the date of the starting world by `Date()`. For the system's: .world(.mock, system: .live)"
      #expect(report.description.contains(words), "\(report)")
    }

    /// The live world asks the system.
    @Test func aLiveWorldInsideHasTheSame() {
      withWorld(.live) {
        #expect(Current.date() == Date())
        #expect(Current.random.next() != Current.random.next())
      }
      let numbers = World.mock.random
      _ = (numbers.next(), numbers.next())
      #expect(UInt64.random(in: .min ... .max) == numbers.next())
    }

    @Test func aMoveByAThreadIsSeenInTheNextStep() async {
      let (time, date) = (Current.time, Date(timeIntervalSinceReferenceDate: 1_000_000_000))
      await onAThread { time.jump(to: TimeMachine.Instant(date)) }
      // If the thread was fast, the step goes on.
      await Task.yield()
      #expect(Date() == date)
    }

    @Test func aMachineThatTicksInATestIsReal() async {
      Current.time.resume()
      await Task.yield()
      #expect(abs(Date().timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400)
    }

    @Test(.world(.mock, system: .live), .exploring(3)) func anExplorationMayHaveTheSystems() {
      #expect(Current.date() < .distantFuture)
      #expect(abs(Date().timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400)
    }

    @Test(.world(.mock, system: .live)) func theSystemsOwnAreToBeHad() {
      #expect(abs(Date().timeIntervalSince1970 - realTime(CLOCK_REALTIME)) < 86_400)
      #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 557_152_051))
      #expect(UInt64.random(in: .min ... .max) != World.mock.random.next())
    }

    @Test func eachRunGetsTheSame() async {
      let answers = Locked<[SystemAnswers]>([])
      _ = await World.Exploration(runs: 4, varying: []).run {
        let run = SystemAnswers()
        answers.withLock { $0.append(run) }
      }
      #expect(answers.value.count > 1)
      #expect(Set(answers.value.map { "\($0)" }).count == 1)
    }

    @Test func anExplorationFindsADate() async throws {
      let report = await World.Exploration(runs: 2_000).run {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        if sameDayNextYear(in: calendar) == nil { throw Missing() }
      }
      #expect(report.failure != nil)
      #expect(report.reads.contains(.date))
      #expect("\(report)".contains("02-29"), "\(report)")
    }

    @Test func anExplorationShrinksRandomNumbers() async throws {
      let report = await World.Exploration(runs: 2_000).run {
        if Int.random(in: 0...100) >= 7 { throw Missing() }
      }
      let numbers = report.failingInput?.randomNumbers ?? []
      // The smallest is 7.
      #expect(numbers.first.map { $0.multipliedFullWidth(by: 101).high } ?? 7 == 7, "\(report)")
      #expect(report.failure != nil)
      #expect(report.reads.contains(.randomSeed))
    }

    @Test func anExplorationThatReadsOnlyAClockReadsNoDate() async {
      let report = await World.Exploration(runs: 3).run { _ = ContinuousClock.now }
      #expect(!report.reads.contains(.date))
    }

    struct Missing: Error {}

    private func onAThread<Value: Sendable>(_ operation: @escaping @Sendable () -> Value) async -> Value {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: operation()) }
      }
    }
  }

  /// A server on this machine that answers the first request, and no other.
  private struct LoopbackServer {
    let url: URL

    init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
        }
      }
      try #require(isBound)
      url = try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"))
      Thread.detachNewThread {
        let connection = accept(listener, nil, nil)
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = read(connection, &request, request.count)
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        _ = write(connection, answer, answer.utf8.count)
        close(connection)
      }
    }
  }

  /// What waits for real time in a step takes as long as elsewhere.
  @Suite(.timeLimit(.minutes(120)))
  struct SystemWaitTests {
    static let dates = ["1900-03-01", "2018-08-28", "4000-02-29"]

    private func test(at day: String, _ operation: @escaping @Sendable () -> Void) async throws {
      let date = try Date("\(day)T00:00:00Z", strategy: .iso8601)
      let test = try #require(Test.current)
      try await WorldTrait.world(.mock.using(TimeMachine(frozenAt: date))).provideScope(
        for: test, testCase: nil
      ) {
        await Task.yield()
        #expect(Date() == date)
        operation()
        #expect(Date() == date)
      }
    }

    #if compiler(>=6.2)
      @Test(arguments: [true, false]) func anIssueSaysThatTheDateIsTheWorlds(isRead: Bool) async throws {
        let comments = try await commentsInMockWorld {
          if isRead { _ = Date() }
          Issue.record("it fails")
        }
        let words = """
          Date() was asked for, and is 2018-08-28T12:27:31Z, the date of the test's time. Use Current.date(). For the system's: \
          .world(.mock, system: .live)
          """
        #expect(comments == (isRead ? ["it fails", words] : ["it fails"]))
      }
    #endif

    @Test(arguments: dates) func dispatchAfter(_ day: String) async throws {
      try await test(at: day) {
        let isOver = DispatchSemaphore(value: 0)
        let time = seconds {
          DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { isOver.signal() }
          isOver.wait()
        }
        #expect(isTenMilliseconds(time))
        let wall = seconds {
          DispatchQueue.global().asyncAfter(wallDeadline: .now() + 0.01) { isOver.signal() }
          isOver.wait()
        }
        #expect(isTenMilliseconds(wall))
      }
    }

    @Test(arguments: dates) func semaphore(_ day: String) async throws {
      try await test(at: day) {
        let time = seconds {
          #expect(DispatchSemaphore(value: 0).wait(timeout: .now() + 0.01) == .timedOut)
        }
        #expect(isTenMilliseconds(time))
      }
    }

    /// Foundation counts nanoseconds since 1970 in 64 bits: with dates after 2262 it traps, also without World.
    @Test(arguments: ["1900-03-01", "2018-08-28", "2262-04-10"]) func condition(_ day: String) async throws {
      try await test(at: day) {
        let condition = NSCondition()
        condition.lock()
        expectTenMilliseconds(false) {
          let end = Date() + 0.01
          // It may wake without a cause.
          while condition.wait(until: end) {}
          return false
        }
        while condition.wait(until: Date() - 1) {}
        condition.unlock()
        let lock = NSLock()
        lock.lock()
        expectTenMilliseconds(false) { lock.lock(before: Date() + 0.01) }
        lock.unlock()
        let state = NSConditionLock(condition: 1)
        expectTenMilliseconds(false) { state.lock(whenCondition: 2, before: Date() + 0.01) }
      }
    }

    @Test(arguments: dates) func sleepOfAThread(_ day: String) async throws {
      try await test(at: day) {
        expectTenMilliseconds(true) {
          Thread.sleep(until: Date() + 0.01); return true
        }
        expectTenMilliseconds(true) {
          Thread.sleep(forTimeInterval: 0.01); return true
        }
      }
    }

    @Test(arguments: dates) func runLoop(_ day: String) async throws {
      try await test(at: day) {
        let loop = RunLoop.current
        let timer = Timer(timeInterval: 10, repeats: true) { _ in }
        loop.add(timer, forMode: .default)
        expectTenMilliseconds(true) {
          loop.run(until: Date() + 0.01); return true
        }
        expectTenMilliseconds(true) {
          _ = loop.run(mode: .default, before: Date() + 0.01); return true
        }
        timer.invalidate()
      }
    }

    /// Foundation's timers take dates until 2129.
    @Test(arguments: ["1900-03-01", "2018-08-28", "2128-02-29"]) func timers(_ day: String) async throws {
      try await test(at: day) {
        let (loop, fired) = (RunLoop.current, Locked(0))
        expectTenMilliseconds(true) {
          let timer = Timer(fire: Date() + 0.01, interval: 0, repeats: false) { _ in
            fired.withLock { $0 += 1 }
          }
          loop.add(timer, forMode: .default)
          return loop.run(mode: .default, before: Date() + 600)
        }
        expectTenMilliseconds(true) {
          _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in fired.withLock { $0 += 1 } }
          return loop.run(mode: .default, before: Date() + 600)
        }
        #expect(fired.value == 2)
      }
    }

    @Test(arguments: dates) func processes(_ day: String) async throws {
      try await test(at: day) {
        let time = seconds {
          let process = Process()
          process.executableURL = URL(fileURLWithPath: "/bin/sleep")
          process.arguments = ["0.01"]
          do {
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
          } catch {
            Issue.record(error)
          }
        }
        #expect(isTenMilliseconds(time))
      }
    }

    @Test(arguments: dates) func urlSession(_ day: String) async throws {
      let server = try LoopbackServer()
      try await test(at: day) {
        let isOver = DispatchSemaphore(value: 0)
        let answers = Locked<[String]>([])
        let url = server.url
        for timeout in [60, 0.05] {
          var request = URLRequest(url: url)
          request.timeoutInterval = timeout
          URLSession.shared.dataTask(with: request) { data, _, error in
            let text = data.map { String(decoding: $0, as: UTF8.self) }
            answers.withLock { $0.append(text ?? "\((error as? URLError)?.code == .timedOut)") }
            isOver.signal()
          }.resume()
          isOver.wait()
        }
        // The server answers once.
        #expect(answers.value == ["ok", "true"])
      }
    }

    @Test(arguments: dates) func pollAndFileDates(_ day: String) async throws {
      try await test(at: day) {
        expectTenMilliseconds(true) {
          _ = poll(nil, 0, 10); return true
        }
        let path = "/tmp/system-clock-\(getpid())-\(day)"
        #expect(FileManager.default.createFile(atPath: path, contents: Data()))
        let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(abs((date?.timeIntervalSince1970 ?? 0) - realTime(CLOCK_REALTIME)) < 86_400)
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }
#endif
