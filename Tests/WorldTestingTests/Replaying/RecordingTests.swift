import Foundation
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldStorage
@testable import WorldTesting

/// A recording is replayed in its order.
@Suite struct RecordingTests {
  // MARK: Orders

  @Test(arguments: Order.allCases)
  private func aRaceIsTheSameInTheFirstOrder(_ order: Order) async throws {
    let (text, recording) = try #require(await failingRun(of: order.program))
    let replay = await Replayed(recording, order.program)
    #expect(replay.error == text)
    #expect(replay.verdict.hasPrefix("the same"))
  }

  @Test func eachReplayIsTheSame() async throws {
    let (text, recording) = try #require(await failingRun(of: Order.ofAnswers.program))
    for _ in 0..<5 { #expect(await Replayed(recording, Order.ofAnswers.program).error == text) }
  }

  @Test func whatTheRecordingLeavesOpenIsExplored() async throws {
    // Both calls return before the tasks enter the actor, and which does so first isn't recorded.
    @Sendable func body() async throws {
      let log = Log()
      try await inGroup(2) { index in
        _ = try await Current.bank.fetch("\(index)")
        await Task.yield()
        await log.add("\(index)")
      }
      if await log.lines == ["1", "0"] { throw Wrong("1 before 0") }
    }
    let recording = try recording(
      """
      {"event":1,"task":1,"begin":"Bank.fetch","arguments":["0"]}
      {"event":2,"task":2,"begin":"Bank.fetch","arguments":["1"]}
      {"event":3,"task":1,"end":1,"result":"a"}
      {"event":4,"task":2,"end":2,"result":"b"}
      """)
    #expect(await Replayed(recording, body).error == nil)
    #expect(await Replayed(recording, runs: 50, body).error == "1 before 0")
  }

  @Test func ordersThatTheRecordingContradictsAreNoFailures() async throws {
    // The second call's argument is what the first one wrote.
    @Sendable func body() async throws {
      let log = Log()
      try await inGroup(2) { index in
        await log.add("\(index)")
        _ = try await Current.bank.fetch(log.lines.joined())
      }
    }
    let (_, recording) = try #require(await run(body, isFailing: false))
    let replay = await Replayed(recording, runs: 50, body)
    #expect(replay.report.failureText == nil)
  }

  @Test func aWorldHasTheZoneAndTheLanguageOfTheHead() async throws {
    let replay = await Replayed(try recording("")) {
      throw Wrong("\(Current.timezone().identifier) \(Current.calendar().locale?.identifier ?? "")")
    }
    #expect(replay.error == "Europe/Berlin de_DE")
  }

  @Test func sleepsEndInTheirOrderInVirtualTime() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"begin":"sleep","arguments":[1]}
      {"event":2,"task":2,"at":0,"begin":"sleep","arguments":[2]}
      {"event":3,"task":2,"at":5,"end":2}
      {"event":4,"task":1,"at":5.5,"end":1}
      """)
    let replay = await Replayed(recording) {
      let log = Log()
      try await inGroup(2) { index in
        try await Current.sleep(.seconds(index + 1))
        await log.add("\(index) \(Current.date().timeIntervalSince(recording.head.start))")
      }
      throw Wrong(await log.lines.joined(separator: ", "))
    }
    #expect(replay.error == "1 5.0, 0 5.5")
  }

  @Test func aSleepThatIsCancelledEndsAtOnce() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"begin":"sleep","arguments":[9]}
      {"event":2,"task":2,"at":0,"begin":"Bank.fetch","arguments":["a"]}
      {"event":3,"task":2,"at":1,"end":2,"result":"b"}
      {"event":4,"task":1,"at":1,"end":1,"error":{"type":"Swift.CancellationError"}}
      """)
    let replay = await Replayed(recording) {
      let sleeper = Task { try await Current.sleep(.seconds(9)) }
      await Task.yield()
      let answer = try await Task { try await Current.bank.fetch("a") }.value
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
      throw Wrong(answer)
    }
    #expect(replay.error == "b")
  }

  @Test func cancelledSleepsEndInTheirOrderAndThoseThatReturnedReturn() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"begin":"sleep","arguments":[9]}
      {"event":2,"task":2,"at":0,"begin":"sleep","arguments":[8]}
      {"event":3,"task":2,"at":1,"end":2,"error":{"type":"Swift.CancellationError"}}
      {"event":4,"task":1,"at":1,"end":1}
      """)
    let replay = await Replayed(recording) {
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        for seconds in [9, 8] {
          group.addTask {
            do { try await Current.sleep(.seconds(seconds)) } catch { await log.add("cancelled") }
            await log.add("\(seconds)")
          }
        }
        await Task.yield()
        group.cancelAll()
      }
      throw Wrong(await log.lines.joined(separator: ", "))
    }
    #expect(replay.error == "cancelled, 8, 9")
  }

  @Test func theElementsOfASetHaveNoOrder() throws {
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    let count: @Sendable (Set<Int>) -> Int = { $0.count }
    let counted = recorder("count", keeping: .all, count)
    _ = counted(Set(0..<20))
    // Another instance has another order, where hashing isn't deterministic.
    let text = String(decoding: recorder.file(), as: UTF8.self)
    #expect(text.contains("[[0,1,10,11,12,13,14,15,16,17,18,19,2,3,4,5,6,7,8,9]]"))
    let recording = try Recording(recorder.file(), named: "a")
    let replayed = World.Recorder(Replay(recording, in: TimeMachine(frozenAt: recording.head.start)))
    var values: Set<Int> = []
    for value in (0..<20).reversed() { values.insert(value) }
    let none: @Sendable (Set<Int>) -> Int = { _ in 0 }
    let again = replayed("count", keeping: .all, none)
    #expect(again(values) == 20)
  }

  @Test func theEntriesOfADictionaryHaveNoOrder() throws {
    struct Item: Codable, Hashable, Sendable { var number: Int }
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    let count: @Sendable ([Item: Int]) -> Int = { $0.count }
    let counted = recorder("count", keeping: .all, count)
    _ = counted([Item(number: 2): 7, Item(number: 1): 9])
    let text = String(decoding: recorder.file(), as: UTF8.self)
    #expect(text.contains(#"[[{"number":1},9,{"number":2},7]]"#), "\(text)")
  }

  @Test func aSleepThatIsNotRecordedTakesVirtualTime() async throws {
    let replay = await Replayed(try recording("")) {
      let start = Current.date()
      try await Current.sleep(.seconds(3))
      throw Wrong("\(Current.date().timeIntervalSince(start))")
    }
    #expect(replay.error == "3.0")
  }

  @Test func aCallThatHadNotReturnedDoesNotReturn() async throws {
    let recording = try recording(#"{"event":1,"task":1,"begin":"Bank.fetch","arguments":["a"]}"#)
    let replay = await Replayed(recording) { _ = try await Current.bank.fetch("a") }
    #expect(
      replay.report.failureText
        == #"the replay diverged: event 1 of 1, task 1 · recorded: Bank.fetch("a"), which hadn't returned when the recording ended · now: no task goes on without it · it is the first · recorded by Shop 4.2.1"#
    )
    // The test needn't await it.
    let other = await Replayed(recording) {
      let task = Task { try await Current.bank.fetch("a") }
      await Task.yield()
      _ = task
    }
    #expect(other.report.failureText == nil)
  }

  // MARK: Values

  @Test func datesZonesAndLanguagesAreTheRecordedOnes() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0.125,"call":"date"}
      {"event":2,"task":1,"at":0.25,"call":"timezone","result":"Asia/Tokyo"}
      {"event":3,"task":1,"at":0.5,"call":"locale","result":"fr_FR"}
      {"event":4,"task":1,"at":0.75,"call":"date"}
      """)
    let replay = await Replayed(recording) {
      let start = recording.head.start
      #expect(Current.date() == start + 0.125)
      #expect(Current.timezone().identifier == "Asia/Tokyo")
      #expect(Current.locale().identifier == "fr_FR")
      #expect(Current.date() == start + 0.75)
      // One more is answered by the last event.
      #expect(Current.date() == start + 0.75)
      #expect(Current.locale().identifier == "fr_FR")
      if SystemValues.areAnswered { #expect(Date() == start + 0.75) }
      #expect(Current.calendar().timeZone.identifier == "Asia/Tokyo")
    }
    #expect(replay.verdict == "compatible, 4 events: 4 more reads were made")
  }

  @Test func numbersAndIdentifiersAreTheRecordedOnes() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"random","result":17}
      {"event":2,"task":1,"call":"uuid","result":"00000000-0000-0000-0000-00000000000A"}
      {"event":3,"task":1,"call":"random","result":18446744073709551615}
      """)
    let replay = await Replayed(recording) {
      #expect(Current.random { $0.next() } == 17)
      // What doesn't ask the world isn't in the recording.
      _ = Int.random(in: 0..<10)
      #expect(Current.uuid().uuidString.hasSuffix("A"))
      #expect(Current.random { $0.next() } == .max)
    }
    #expect(replay.verdict == "the same, 3 events")
  }

  @Test func settingsAreTheRecordedOnesAndEventsGoToTheMock() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"settings.read","arguments":["theme"],"result":{"string":"dark"}}
      {"event":2,"task":1,"call":"settings.read","arguments":["size"],"result":null}
      {"event":3,"task":1,"call":"analytics.track","arguments":[{"name":"a","properties":{}}]}
      """)
    let events = Locked<[String]>([])
    let replay = await Replayed(
      recording,
      world: { $0.analytics = World.Analytics { event in events.withLock { $0.append(event.name) } } }
    ) {
      #expect(Current.settings.read("theme") == .string("dark"))
      #expect(Current.settings.read("size") == nil)
      #expect(Current.settings.read("theme") == .string("dark"))
      Current.analytics.track("a")
      Current.analytics.track("b")
    }
    #expect(events.withLock { $0.prefix(2) } == ["a", "b"])
    #expect(
      replay.verdict == "compatible, 3 events: 1 more read was made; 1 more event or setting was written")
  }

  @Test func errorsHaveTheirTypes() async throws {
    // A private type can't be found by its name.
    struct Private: Error, Codable { var text = "no" }
    struct Plain: Error { var text = "no" }
    let errors: [any Error] = [NoMoney(cents: 3), CancellationError(), Plain(), Private()]
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    await withWorld {
      $0 = .mock
      $0.bank.fetch = { throw errors[Int($0) ?? 0] }
      $0 = $0.recorded(by: recorder)
    } operation: {
      for index in errors.indices { _ = try? await Current.bank.fetch("\(index)") }
    }
    let recording = try Recording(recorder.file(), named: "a")
    let replay = await Replayed(recording) {
      await #expect(throws: NoMoney(cents: 3)) { try await Current.bank.fetch("0") }
      await #expect(throws: CancellationError.self) { try await Current.bank.fetch("1") }
      let error = await #expect(throws: World.RecordedError.self) { try await Current.bank.fetch("2") }
      #expect(error?.text == #"Plain(text: "no")"# && error?.type.hasSuffix("Plain") == true)
      await #expect(throws: World.RecordedError.self) { try await Current.bank.fetch("3") }
    }
    #expect(replay.verdict == "the same, 8 events")
  }

  @Test func inputsAreTheRecordedOnes() async throws {
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    @Sendable func body() throws -> String {
      try Current.input("order", keeping: .all) { "bread" }
        + Current.input("card", keeping: .nothing) { "4711" }
    }
    #expect(try withWorld(World.mock.recorded(by: recorder), operation: body) == "bread4711")
    let recording = try Recording(recorder.file(), named: "a")
    let replay = await Replayed(recording) {
      let order = try Current.input("order", keeping: .all) { () -> String in throw Wrong("not recorded") }
      throw Wrong(order + (try Current.input("card", keeping: .nothing) { "0000" }))
    }
    #expect(replay.error == "bread0000")
    #expect(replay.verdict == "the same, 2 events · masked: 1 result")
  }

  /// The second input comes first, as in the recording.
  @Test func anInputThatTakesTimeComesInItsTurn() async throws {
    @Sendable func body(_ words: [String]) async throws {
      let (log, current) = (Log(), Current)
      try await inGroup(2) { index in
        let word = try await current.input("word \(index)", keeping: .all) {
          try await current.sleep(.milliseconds(2 - index))
          return words[index]
        }
        await log.add(word)
      }
      // A closure that doesn't wait needs no `await`.
      let end = try current.input("end", keeping: .all) { "." }
      throw Wrong(await log.lines.joined() + end)
    }
    let (text, recording) = try #require(await failingRun { try await body(["bread", "milk"]) })
    #expect(text == "milkbread.")
    let replay = await Replayed(recording) { try await body(["not", "recorded"]) }
    #expect(replay.error == text)
    #expect(replay.verdict.hasPrefix("the same, "), "\(replay.verdict)")
  }

  /// What follows from a replay that diverged isn't a failure of its own.
  @Test func aReplayThatDivergesFailsOnce() async throws {
    let recording = try recording(RecordingTests.charges)
    let issues = Locked<[String]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
      issues.withLock { $0.append("\(issue)") }
      return nil
    }
    let test = try #require(Test.current)
    try await collector.provideScope(for: test, testCase: nil) {
      try await WorldTrait.replaying { _ in recording }.provideScope(for: test, testCase: nil) {
        let price = try await Current.bank.fetch("z")
        #expect(price == "A")
      }
    }
    let texts = issues.withLock { $0 }
    #expect(texts.count == 1, "\(texts)")
    #expect(texts.first?.contains("diverged: event 2 of 5") == true, "\(texts)")
  }

  @Test func whatIsNotKeptComesFromTheMock() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"begin":"Bank.fetch"}
      {"event":2,"task":2,"begin":"Bank.fetch"}
      {"event":3,"task":2,"end":2,"masked":true}
      {"event":4,"task":1,"end":1,"masked":true}
      """)
    let replay = await Replayed(recording) {
      let log = Log()
      try await inGroup(2) { await log.add(try await Current.bank.fetch("\($0)")) }
      throw Wrong(await log.lines.joined())
    }
    #expect(replay.error == "1!0!")
    #expect(replay.verdict == "the same, 4 events · masked: 2 arguments, 2 results")
  }

  @Test func whatDoesNotAskTheWorldIsTheTests() async throws {
    let replay = await Replayed(
      try recording(#"{"event":1,"task":1,"at":2,"call":"uuid","result":"\#(UUID())"}"#)
    ) {
      _ = Current.uuid()
      _ = (UUID(), Int.random(in: 0..<10))
      if SystemValues.areAnswered { #expect(Date() == Current.date()) }
    }
    #expect(replay.verdict == "compatible, 1 event: 1 more read was made" || !SystemValues.areAnswered)
    #expect(replay.report.failureText == nil)
  }

  @Test func stateFromBeforeTheScopeIsNotRecorded() async throws {
    let cache = Locked(["a": "from before"])
    @Sendable func body() async throws -> String {
      if let known = cache.withLock({ $0["a"] }) { return known }
      return try await Current.bank.fetch("a")
    }
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    _ = try await withWorld(World.mock.recorded(by: recorder), operation: body)
    cache.withLock { $0 = [:] }
    let text = await verdict(of: try Recording(recorder.file(), named: "a")) { _ = try await body() }
    #expect(text.contains("recorded: no task that begins so, of 0 events"))
  }

  @Test func whatIsAssignedInTheScopeIsNotRecorded() async throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    @Sendable func body() throws -> Date {
      withWorld {
        $0.date = { date }
      } operation: {
        Current.date()
      }
    }
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    _ = try withWorld(World.mock.recorded(by: recorder), operation: body)
    let recording = try Recording(recorder.file(), named: "a")
    #expect(recording.events.isEmpty)
    #expect(await Replayed(recording) { throw Wrong("\(try body() == date)") }.error == "true")
  }

  @Test func ofTasksThatDifferInNothingTheFirstToCallIsTheFirstThatWasCreated() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"random","result":1}
      {"event":2,"task":2,"call":"random","result":2}
      """)
    let replay = await Replayed(recording) {
      async let first = Current.random { $0.next() }
      async let second = Current.random { $0.next() }
      let numbers = await [first, second]
      throw Wrong("\(numbers)")
    }
    #expect(replay.error == "[1, 2]")
  }

  /// Three tasks that begin alike, and were recorded in the other order. The last one does no more than that.
  fileprivate static let alike = """
    {"event":1,"task":1,"at":0,"call":"date"}
    {"event":2,"task":1,"call":"random","result":3}
    {"event":3,"task":2,"at":1,"call":"date"}
    {"event":4,"task":2,"call":"random","result":2}
    {"event":5,"task":3,"call":"random","result":1}
    {"event":6,"task":1,"at":2,"begin":"Bank.fetch","arguments":["2"]}
    {"event":7,"task":2,"at":2,"begin":"Bank.fetch","arguments":["1"]}
    {"event":8,"task":2,"at":3,"end":7,"result":"a"}
    {"event":9,"task":1,"at":4,"end":6,"result":"b"}
    """

  /// - Returns: Which number each task got, in the order of their ends.
  @Sendable fileprivate static func inTasksThatBeginAlike(
    isReversed: Bool = false
  ) async throws -> [String] {
    let log = Log()
    try await inGroup(3) { place in
      let index = isReversed ? 2 - place : place
      if index > 0 { _ = Current.date() }
      let number = Current.random { $0.next() }
      let text = index > 0 ? try await Current.bank.fetch("\(index)") : ""
      await log.add("\(index): \(number)\(text)")
    }
    return await log.lines
  }

  @Test func tasksThatBeginAlikeAreToldByTheirOtherCalls() async throws {
    let recording = try recording(RecordingTests.alike)
    let replay = await Replayed(recording) {
      throw Wrong("\(try await RecordingTests.inTasksThatBeginAlike())")
    }
    #expect(replay.error == #"["0: 1", "1: 2a", "2: 3b"]"#)
    // A random number can't wait for its turn.
    #expect(
      replay.verdict
        == "compatible, 9 events: 2 events came earlier than recorded: .exploring(200) runs other orders that fit"
    )
    #expect(recording.matching.planned != [])
  }

  @Test func whereNoOtherTasksFitTheFirstDifferenceIsSaid() async throws {
    let recording = try recording(RecordingTests.alike.replacing(#""1"]"#, with: #""4"]"#))
    let runs = Locked(0)
    let replay = await Replayed(recording) {
      runs.withLock { $0 += 1 }
      _ = try await RecordingTests.inTasksThatBeginAlike()
    }
    #expect(replay.verdict.contains(#"task 2 · recorded: Bank.fetch("4") · now: Bank.fetch("1")"#))
    // Which of the three each is, and what a report takes.
    #expect(runs.withLock { $0 } < 20)
  }

  @Test(
    .replaying { _ throws(Recording.Unreadable) in
      try Recording(Data((RecordingTests.head() + "\n" + RecordingTests.alike).utf8), named: "a")
    })
  func aTestTellsTasksThatBeginAlike() async throws {
    #expect(try await RecordingTests.inTasksThatBeginAlike() == ["0: 1", "1: 2a", "2: 3b"])
  }

  /// Which tasks are which in one case isn't so in another.
  @Test(
    .replaying { _ throws(Recording.Unreadable) in
      try Recording(Data((RecordingTests.head() + "\n" + RecordingTests.alike).utf8), named: "a")
    }, arguments: [false, true, false, true])
  func eachCaseTellsTasksThatBeginAlike(isReversed: Bool) async throws {
    let lines = try await RecordingTests.inTasksThatBeginAlike(isReversed: isReversed)
    #expect(lines.sorted() == ["0: 1", "1: 2a", "2: 3b"])
  }

  @Test(
    .exploring(5),
    .replaying { _ throws(Recording.Unreadable) in
      try Recording(Data((RecordingTests.head() + "\n" + RecordingTests.alike).utf8), named: "a")
    })
  func anExplorationTellsTasksThatBeginAlike() async throws {
    #expect(try await RecordingTests.inTasksThatBeginAlike().sorted() == ["0: 1", "1: 2a", "2: 3b"])
  }

  @Test func aMockThatIsCalledReadsNothingOfTheRecording() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"begin":"Bank.fetch","arguments":["a"]}
      {"event":2,"task":1,"at":1,"end":1,"masked":true}
      {"event":3,"task":1,"at":2,"call":"date"}
      """)
    let replay = await Replayed(
      recording, world: { $0.bank.fetch = { _ in "\(Current.date().timeIntervalSinceReferenceDate)" } }
    ) {
      let answer = try await Current.bank.fetch("a")
      throw Wrong("\(answer) \(Current.date().timeIntervalSinceReferenceDate)")
    }
    #expect(replay.error == "600000001.0 600000002.0")
  }

  @Test func aSettingThatIsWrittenIsReadAgainFromTheMock() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"settings.read","arguments":["theme"],"result":{"string":"old"}}
      {"event":2,"task":1,"call":"settings.write","arguments":[["theme",{"string":"new"}]]}
      """)
    let replay = await Replayed(recording) {
      _ = Current.settings.read("theme")
      Current.settings.write("theme", .string("new"))
      throw Wrong("\(Current.settings.read("theme") == .string("new"))")
    }
    #expect(replay.error == "true")
  }

  @Test func aResultThatWasNotKeptIsTheMocksAlsoWhereItIsOptional() async throws {
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .nothing, keepingEvents: .nothing)
    withWorld(World.mock.recorded(by: recorder)) { _ = Current.settings.read("theme") }
    let replay = await Replayed(
      try Recording(recorder.file(), named: "a"), world: { $0.settings.write("theme", .int(3)) }
    ) { throw Wrong("\(Current.settings.read("theme") == .int(3))") }
    #expect(replay.error == "true")
    #expect(replay.verdict == "the same, 1 event · masked: 1 argument, 1 result")
  }

  @Test func smallAndLargeNumbersAreExact() async throws {
    let numbers = [Double.leastNonzeroMagnitude, 1e-200, 0.1, 1e300, .infinity, -0.0, Double(1 << 53) + 2]
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    let next = recorder("next", keeping: .all) { numbers }
    _ = next()
    let recording = try Recording(recorder.file(), named: "a")
    let replayed = World.Recorder(Replay(recording, in: TimeMachine(frozenAt: recording.head.start)))
    #expect(replayed("next", keeping: .all) { [0.0] }() == numbers)
  }

  @Test func anOrderThatContradictsTheRecordingIsNotExplored() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"Bank.pay","arguments":[{"cents":1,"to":"a"}]}
      {"event":2,"task":2,"call":"Bank.pay","arguments":[{"cents":2,"to":"b"}]}
      """)
    let replay = await Replayed(recording, runs: 50) {
      let order = Locked<[Int]>([])
      try await inGroup(2) { index in
        order.withLock { $0.append(index) }
        Current.bank.pay(Payment(cents: index + 1, to: index == 0 ? "a" : "b"))
      }
      if order.withLock({ $0 }) == [1, 0] { throw NoMoney(cents: 2) }
    }
    #expect(replay.report.runs > 1 && replay.report.failureText == nil)
  }

  @Test func aFunctionThatIsReplayedIsNotCalled() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"run","result":1}
      """)
    let replayed = World.Recorder(Replay(recording, in: TimeMachine(frozenAt: recording.head.start)))
    struct Work: Sendable { var body: @Sendable () -> Int }
    let calls = Locked(0)
    let run = replayed("run", keeping: .all) { (work: Work) in work.body() }
    #expect(
      run(
        Work {
          calls.withLock {
            $0 += 1; return $0
          }
        }) == 1)
    #expect(calls.withLock { $0 } == 0)
  }

  @Test func functionsOfEachFormAreRecordedAndReplayed() async throws {
    let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
    var world = World.mock
    world[Forms.self] = Forms(
      plain: { $0 + 1 }, throwing: { $0 + 2 }, async: { $0 + 3 }, both: { $0 + 4 },
      all: { number in try await Current[Forms.self].results(number).reduce(0, +) })
    let (results, sum) = try await withWorld(world.recorded(by: recorder)) {
      (try await Current[Forms.self].results(1), try await Current[Forms.self].all(1))
    }
    #expect(results == [2, 3, 4, 5] && sum == 14)
    let recording = try Recording(recorder.file(), named: "a")
    // Those inside of a recorded call aren't recorded.
    #expect(recording.events.count == 8)
    let replay = await Replayed(recording) {
      let forms = Current[Forms.self]
      let again = (try await forms.results(1), try await forms.all(1))
      // More calls than recorded are the mock's.
      throw Wrong("\(again), then \(try await forms.results(1)), \(try await forms.all(1))")
    }
    #expect(replay.error == "([2, 3, 4, 5], 14), then [0, 0, 0, 0], 0")
    #expect(
      replay.verdict.contains("now: WorldTestingTests.Forms.plain(1)")
        || replay.verdict.contains("now: Forms.plain(1)"))
  }

  // MARK: Verdicts

  private static let charges = """
    {"event":1,"task":1,"at":0,"call":"date"}
    {"event":2,"task":1,"at":0,"begin":"Bank.fetch","arguments":["a"]}
    {"event":3,"task":1,"at":1,"end":2,"result":"A"}
    {"event":4,"task":1,"at":1,"begin":"Bank.fetch","arguments":["b"]}
    {"event":5,"task":1,"at":2,"end":4,"error":{"type":"Shop.Declined"}}
    """

  @Test func aDifferenceSaysWhere() async throws {
    let text = await verdict(of: try recording(RecordingTests.charges)) {
      _ = Current.date()
      _ = try await Current.bank.fetch("a")
      _ = try await Current.bank.fetch("c")
    }
    let place =
      text.contains("RecordingTests.swift:")
      ? text.split(separator: " · ")[2].split(separator: ":").last.map { ":\($0)" } ?? "" : ""
    #expect(
      text.replacing(", RecordingTests.swift\(place)", with: "")
        == #"the replay diverged: event 4 of 5, task 1 · recorded: Bank.fetch("b") threw Shop.Declined · now: Bank.fetch("c") · the 3 before are the same · recorded by Shop 4.2.1"#
    )
  }

  /// The verdict says so, though the test asked for nothing of the recording.
  @Test func aDifferenceInTheFirstCallSaysWhere() async throws {
    let recording = try recording(RecordingTests.charges)
    var world = World.mock
    let replay = recording.replay(in: &world)
    await withWorld(world) { _ = try? await Current.bank.fetch("z") }
    let verdict = replay.verdict
    let recorded = #"event 2 of 5, task 1 · recorded: Bank.fetch("a") · now: Bank.fetch("z")"#
    #expect(verdict.hasPrefix("diverged: " + recorded), "\(verdict)")
    let test = try #require(Test.current)
    withKnownIssue {
      replay.report(of: test)
    } matching: {
      $0.description.contains(recorded)
    }
  }

  /// An event is removed before a task's first call.
  @Test func anAnalyticsEventLessIsCompatible() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"analytics.track","arguments":["began"]}
      {"event":2,"task":1,"begin":"Bank.fetch","arguments":["a"]}
      {"event":3,"task":1,"end":2,"result":"A"}
      """)
    let replay = await Replayed(recording) { throw Wrong(try await Current.bank.fetch("a")) }
    #expect(replay.error == "A")
    #expect(
      replay.verdict
        == #"compatible, 3 events: 1 recorded call wasn't made, the first is event 1: analytics.track("began")"#
    )
  }

  /// A read more has the value of the last event, and not of one that comes later; those after it have their own.
  @Test func aReadMoreHasNoValueFromTheFuture() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"call":"date"}
      {"event":2,"task":1,"at":0,"call":"settings.read","arguments":["theme"],"result":{"string":"old"}}
      {"event":3,"task":1,"at":0,"begin":"sleep","arguments":[5]}
      {"event":4,"task":1,"at":5,"end":3}
      {"event":5,"task":1,"at":5,"call":"date"}
      {"event":6,"task":1,"at":5,"call":"settings.read","arguments":["theme"],"result":{"string":"new"}}
      """)
    @Sendable func values() -> String {
      guard case .string(let theme) = Current.settings.read("theme") else { return "nothing" }
      return "\(theme) \(Current.date().timeIntervalSince(recording.head.start).rounded())"
    }
    let replay = await Replayed(recording) {
      let before = [values(), values()]
      try await Current.sleep(.seconds(5))
      throw Wrong("\(before + [values(), values()])")
    }
    #expect(replay.error == #"["old 0.0", "old 0.0", "new 5.0", "new 5.0"]"#)
    #expect(replay.verdict == "compatible, 6 events: 4 more reads were made")
    // A read less doesn't move the values of those after a call.
    let other = await Replayed(recording) {
      try await Current.sleep(.seconds(5))
      throw Wrong(values())
    }
    #expect(other.error == "new 5.0")
  }

  @Test func aCallMoreThanRecordedIsADifference() async throws {
    let text = await verdict(of: try recording(RecordingTests.charges)) {
      _ = Current.date()
      _ = try await Current.bank.fetch("a")
      _ = try? await Current.bank.fetch("b")
      _ = try await Current.bank.fetch("b")
    }
    #expect(text.hasPrefix(#"the replay diverged: now: Bank.fetch("b")"#))
    #expect(text.hasSuffix("recorded: nothing more in task 1, of 5 events · recorded by Shop 4.2.1"))
  }

  @Test func aCallLessAndReadsMoreOrLessAreCompatible() async throws {
    let replay = await Replayed(try recording(RecordingTests.charges)) {
      _ = try await Current.bank.fetch("a")
      _ = (Current.timezone(), Current.locale())
    }
    #expect(
      replay.verdict
        == #"compatible, 5 events: 1 recorded call wasn't made, the first is event 4: Bank.fetch("b") threw Shop.Declined; 1 recorded read wasn't made; 2 more reads were made"#
    )
    #expect(replay.report.failureText == nil)
  }

  @Test func aResultOfAnotherTypeIsADifference() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"begin":"Bank.fetch","arguments":["a"]}
      {"event":2,"task":1,"end":1,"result":{"text":"A"}}
      """)
    let text = await verdict(of: recording) { _ = try await Current.bank.fetch("a") }
    #expect(text.contains("event 2 of 2") && text.contains("the recorded result isn't a String"))
  }

  @Test func aServiceThatIsNotRecordableIsNamed() async throws {
    struct Door: World.Service {
      var isOpen: @Sendable () -> Bool
      static var mock: Door { Door(isOpen: { true }) }
    }
    let text = await verdict(of: try recording(#"{"event":1,"task":1,"call":"random","result":3}"#)) {
      _ = (Current.random { $0.next() }, Current[Door.self].isOpen())
    }
    #expect(
      text.hasSuffix("the same, 1 event · not recordable: WorldTestingTests.RecordingTests.Door"), "\(text)")
  }

  @Test func argumentsAreTheSameWhateverTheirSpacesAndOrder() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"Bank.pay","arguments":[ {"to" : "b","cents":100} ]}
      """)
    let replay = await Replayed(recording) { Current.bank.pay(Payment(cents: 100, to: "b")) }
    #expect(replay.verdict == "the same, 1 event")
  }

  @Test func aCallThatBeginsEarlyMovesNoTime() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"at":0,"begin":"Bank.fetch","arguments":["a"]}
      {"event":2,"task":1,"at":1,"end":1,"result":"A"}
      {"event":3,"task":2,"at":2,"begin":"Bank.fetch","arguments":["b"]}
      {"event":4,"task":2,"at":3,"end":3,"result":"B"}
      """)
    let replay = await Replayed(recording) {
      let log = Log()
      try await inGroup(2) { index in
        let text = try await Current.bank.fetch(index == 0 ? "b" : "a")
        await log.add("\(text) \(recording.head.start.distance(to: Current.time.now.date).rounded())")
      }
      throw Wrong(await log.lines.joined(separator: ", "))
    }
    #expect(replay.error == "A 1.0, B 3.0")
  }

  @Test func aSynchronousCallThatComesEarlyIsSaid() async throws {
    let recording = try recording(
      """
      {"event":1,"task":1,"call":"Bank.pay","arguments":[{"cents":1,"to":"a"}]}
      {"event":2,"task":2,"call":"Bank.pay","arguments":[{"cents":2,"to":"b"}]}
      """)
    let replay = await Replayed(recording) {
      async let first: Void = Current.bank.pay(Payment(cents: 2, to: "b"))
      await first
      Current.bank.pay(Payment(cents: 1, to: "a"))
    }
    #expect(
      replay.verdict
        == "compatible, 2 events: 1 event came earlier than recorded: .exploring(200) runs other orders that fit"
    )
  }

  // MARK: Files

  private static let damaged: [(String, String)] = [
    ("", "a.jsonl:1: The first line isn't the head of a recording."),
    ("{}\n", "a.jsonl:1: The first line isn't the head of a recording."),
    (
      #"{"recording":7}"#,
      "a.jsonl:1: Its format is 7, and this World reads 1. Use the World that recorded it."
    ),
    (#"{"recording":1}"#, #"a.jsonl:1: It has no member "name"."#),
    (
      RecordingTests.head(lost: 12),
      "a.jsonl:1: It lost its first 12 events, so that it can be read and not be replayed. Record with a larger limit and size, or a shorter operation."
    ),
    (RecordingTests.head() + "\n\n{\"event\":1", "a.jsonl:3: This is no JSON."),
    (
      RecordingTests.head() + "\n" + #"{"event":"1","task":1}"#,
      #"a.jsonl:2: The member "event" has another type."#
    ),
    (
      RecordingTests.head() + "\n" + #"{"event":1,"task":1}"#,
      "a.jsonl:2: An event needs one of call, begin and end."
    ),
    (
      RecordingTests.head() + "\n" + #"{"event":3,"task":1,"end":2}"#,
      "a.jsonl:2: It is the end of event 2, which begins no call before it."
    ),
    (
      RecordingTests.head() + String(repeating: "\n" + #"{"event":1,"task":1,"begin":"a"}"#, count: 2),
      "a.jsonl:3: Event 1 begins a second time."
    ),
    (
      RecordingTests.head().replacing("2020-01-06T10:40:00Z", with: "today"),
      #"a.jsonl:1: The member "start" is no date."#
    ),
  ]

  @Test(arguments: damaged)
  func aFileThatCannotBeReplayedIsNamed(_ text: String, _ problem: String) {
    let error = #expect(throws: Recording.Unreadable.self) { try Recording(Data(text.utf8), named: "a") }
    #expect(error?.description == problem)
  }

  @Test func membersThatAreNotKnownAreIgnored() async throws {
    let recording = try recording(#"{"event":1,"task":1,"call":"random","result":3,"note":"by hand"}"#)
    #expect(await Replayed(recording) { throw Wrong("\(Current.random { $0.next() })") }.error == "3")
  }

  // MARK: The trait

  @Test(
    .replaying { _ throws(Recording.Unreadable) in
      try Recording(Data((RecordingTests.head() + "\n" + RecordingTests.charges).utf8), named: "a")
    })
  func aTestReplaysARecording() async throws {
    #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 600_000_000))
    #expect(try await Current.bank.fetch("a") == "A")
    #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 600_000_001))
    await #expect(throws: World.RecordedError.self) { try await Current.bank.fetch("b") }
  }

  @Test(
    .exploring(20),
    .replaying { _ throws(Recording.Unreadable) in
      try Recording(Data((RecordingTests.head() + "\n" + RecordingTests.charges).utf8), named: "a")
    })
  func aTestExploresARecording() async throws {
    // Nothing but the order is chosen.
    #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 600_000_000))
    #expect(Current.timezone().identifier == "Europe/Berlin")
    let log = Log()
    async let other: Void = log.add("other")
    await log.add("a")
    await other
    #expect(try await Current.bank.fetch("a") == "A")
    await #expect(throws: World.RecordedError.self) { try await Current.bank.fetch("b") }
  }

  fileprivate static func head(lost: Int = 0) -> String {
    #"{"recording":1,"name":"order","program":"Shop 4.2.1","start":"2020-01-06T10:40:00Z","lost":\#(lost),"timezone":"Europe/Berlin","locale":"de_DE"}"#
  }

  private func recording(_ lines: String) throws -> Recording {
    try Recording(Data((RecordingTests.head() + "\n" + lines).utf8), named: "a")
  }

  /// What comes of a replay without an exploration, whose report of a failure takes long.
  private func verdict(
    of recording: Recording, _ body: @escaping @Sendable () async throws -> Void
  ) async -> String {
    var world = World.mock
    let replay = recording.replay(in: &world)
    try? await withWorld(world, operation: body)
    return "the replay \(replay.verdict)"
  }

  // MARK: Recording a run

  /// Explores a program until it fails, and records the run that does.
  private func failingRun(of body: @escaping @Sendable () async throws -> Void) async -> (String, Recording)?
  {
    await run(body, isFailing: true)
  }

  private func run(
    _ body: @escaping @Sendable () async throws -> Void, isFailing: Bool
  ) async -> (String, Recording)? {
    let found = Locked<(String, World.Recorder)?>(nil)
    _ = await World.Exploration(runs: 500, varying: [.schedule, .durations], seed: 1) {
      var world = World.Exploration.silentMock()
      world.bank.fetch = { key in
        try await Current.sleep(.milliseconds(5))
        return key + "!"
      }
      return world
    }.run {
      if found.withLock({ $0 != nil }) { return }
      let recorder = World.Recorder(of: "a", by: "1", keepingSettings: .all, keepingEvents: .all)
      let error = await withWorld(Current.recorded(by: recorder)) { () -> String? in
        do { try await body() } catch { return "\(error)" }
        return nil
      }
      if (error != nil) == isFailing { found.withLock { $0 = $0 ?? (error ?? "", recorder) } }
    }
    return found.withLock { $0 }.flatMap { text, recorder in
      (try? Recording(recorder.file(), named: "a")).map { (text, $0) }
    }
  }
}

/// A run, or several, that replay a recording.
private struct Replayed {
  var error: String?
  var verdict: String
  var report: World.Exploration.Report

  init(
    _ recording: Recording, runs: Int = 1, world change: @escaping @Sendable (inout World) -> Void = { _ in },
    _ body: @escaping @Sendable () async throws -> Void
  ) async {
    let state = Locked<(error: String?, replay: Replay?)>((nil, nil))
    report = await World.Exploration(runs: runs, varying: .schedule, seed: 1) {
      var world = World.Exploration.silentMock()
      change(&world)
      let replay = recording.replay(in: &world)
      // Of several orders the first one's; which may be run again.
      state.withLock { $0.replay = runs == 1 ? replay : $0.replay ?? replay }
      return world
    }.run {
      // A run that fails is shrunk and described, which takes long.
      do { try await body() } catch let error as Wrong { state.withLock { $0.error = "\(error)" } }
    }
    let values = state.withLock { $0 }
    (error, verdict) = (values.error, values.replay?.verdict ?? "")
  }
}

// MARK: - Programs

struct NoMoney: Error, Codable, Equatable { var cents: Int }

private struct Wrong: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

private struct Payment: Codable, Sendable { var cents: Int, to: String }

private struct Bank: World.Recordable {
  var fetch: @Sendable (String) async throws -> String
  var pay: @Sendable (Payment) -> Void

  static var mock: Bank { Bank(fetch: { $0 + "!" }, pay: { _ in }) }

  func recorded(by recorder: World.Recorder) -> Bank {
    Bank(fetch: recorder("fetch", keeping: .all, fetch), pay: recorder("pay", keeping: .all, pay))
  }
}

extension World {
  fileprivate var bank: Bank {
    get { self[Bank.self] }
    set { self[Bank.self] = newValue }
  }
}

private struct Forms: World.Recordable {
  var plain: @Sendable (Int) -> Int
  var throwing: @Sendable (Int) throws -> Int
  var async: @Sendable (Int) async -> Int
  var both: @Sendable (Int) async throws -> Int
  var all: @Sendable (Int) async throws -> Int

  static var mock: Forms {
    Forms(plain: { _ in 0 }, throwing: { _ in 0 }, async: { _ in 0 }, both: { _ in 0 }, all: { _ in 0 })
  }

  func recorded(by recorder: World.Recorder) -> Forms {
    Forms(
      plain: recorder("plain", keeping: .all, plain), throwing: recorder("throwing", keeping: .all, throwing),
      async: recorder("async", keeping: .all, async), both: recorder("both", keeping: .all, both),
      all: recorder("all", keeping: .all, all))
  }

  func results(_ number: Int) async throws -> [Int] {
    [plain(number), try throwing(number), await async(number), try await both(number)]
  }
}

private actor Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

private actor Purse {
  var balance = 100

  func withdraw(_ amount: Int) async throws {
    guard balance >= amount else { return }
    _ = try await Current.bank.fetch("may \(amount)")
    balance -= amount
  }
}

private func inGroup(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for index in 0..<count { group.addTask { try await body(index) } }
    try await group.waitForAll()
  }
}

private enum Order: CaseIterable {
  case ofAnswers, ofWithdrawals, ofTimeout, ofNumbers

  @Sendable func program() async throws {
    switch self {
    case .ofAnswers:
      let log = Log()
      try await inGroup(4) { await log.add(try await Current.bank.fetch("\($0)")) }
      let lines = await log.lines.joined()
      if lines.hasPrefix("2!0!") { throw Wrong(lines) }
    case .ofWithdrawals:
      let account = Purse()
      try await inGroup(2) { try await account.withdraw(60 + $0) }
      let balance = await account.balance
      if balance < 0 { throw Wrong("\(balance)") }
    case .ofTimeout:
      let log = Log()
      try await inGroup(2) { index in
        if index == 0 {
          try await Current.sleep(.milliseconds(6))
        } else {
          _ = try await Current.bank.fetch("a")
        }
        await log.add("\(index) at \(Current.date().timeIntervalSinceReferenceDate)")
      }
      let lines = await log.lines
      if lines[0].hasPrefix("0") { throw Wrong("\(lines)") }
    case .ofNumbers:
      let log = Log()
      try await inGroup(3) { index in
        _ = try await Current.bank.fetch("\(index)")
        await log.add("\(index): \(Current.random { $0.next() } % 10)")
      }
      let lines = await log.lines.joined(separator: ", ")
      if lines.hasPrefix("2") { throw Wrong(lines) }
    }
  }
}
