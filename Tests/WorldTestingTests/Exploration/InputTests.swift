import Foundation
import TestSupport
import Testing
import World
import WorldMocks

@testable import WorldSimulation
@testable import WorldTesting

/// What an input is, how it is written down, and how it shrinks.
struct InputTests {
  private func inputs(_ count: Int, _ dimensions: World.Exploration.Dimensions = .all) -> [RunInput] {
    var random = SplitMix(seed: 42)
    return (0..<count).map { _ in RunInput(dimensions, from: &random) }
  }

  @Test func edgeCasesComeUpOften() {
    let dates = Set(World.edgeCases.map(\.date))
    let inputs = inputs(1_000)
    #expect(inputs.count { $0.date.map(dates.contains) == true } > 100)
    #expect(Set(inputs.compactMap(\.timezone)).count > 200)
    #expect(Set(inputs.compactMap(\.locale)).count > 200)
    #expect(Set(inputs.compactMap(\.calendar)) == Set(Calendar.Identifier.supported.map(\.name)))
  }

  /// Year 10000, which no text of four digits holds, isn't in most programs' reach.
  @Test func noDateIsAfterTheDistantFuture() {
    #expect(inputs(5_000).allSatisfy { $0.date ?? .distantPast < .distantFuture })
  }

  @Test func eachDimensionHasTheNextBitAndANameOfItsOwn() {
    let all = WorldTesting.DimensionDefinition.all
    let named = all.filter { $0.name != nil }
    #expect(named.map(\.option.rawValue) == named.indices.map { 1 << $0 })
    #expect(Set(named.map(\.name)).count == named.count)
    #expect(World.Exploration.Dimensions.all.names == named.compactMap(\.name))
    #expect(Set(all.map(\.field)).count == all.count)
  }

  @Test func eachRunBeginsWhenTheFirstDidInAWorldThatIsNotMadeAnew() async {
    let world = World.Exploration.silentMock()
    let dates = Locked<[Date]>([])
    let exploration = World.Exploration(runs: 3, varying: .identifiers, startingFrom: { world })
    let report = await exploration.run {
      dates.withLock { $0.append(Current.date()) }
      _ = Current.uuid()
      await Current.time.advance(by: .seconds(60))
    }
    #expect(report.failureText == nil, "\(report)")
    #expect(dates.value.count > 2 && Set(dates.value).count == 1, "\(dates.value)")
  }

  @Test func onlyTheGivenDimensionsAreGenerated() {
    for input in inputs(500, [.date, .locale]) { #expect(input.dimensions.isSubset(of: [.date, .locale])) }
  }

  /// The third task was created by the second, which came to a choice twice.
  private var schedule: Schedule {
    func one(_ first: Int, _ steps: Int, _ other: Int, _ place: Int = 0) -> Schedule.Switch {
      Schedule.Switch(
        index: 1, value: 1,
        tasks: Schedule.Switch.Tasks(first: first, steps: steps, other: other, place: place))
    }
    return Schedule(
      switches: [one(1, 3, 2), one(1, 3, 3, 1), one(2, 200, 1)],
      tasks: [
        Schedule.Task(), Schedule.Task(creator: 0), Schedule.Task(creator: 1, number: 4),
        Schedule.Task(number: 1),
      ])
  }

  @Test func aTokenHoldsItsInput() throws {
    for var input in inputs(500) {
      input.schedule = schedule
      input.faults = ["gateway times out": Choices([.init(index: 0, value: 2)])]
      let text = Token(input, trace: Trace()).text
      let token = try #require(Token(text))
      #expect(token.input == input)
      #expect(token.trace == Trace().short)
      #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ":-_".contains($0)) })
    }
  }

  @Test func aTokenHasEachChoiceOnce() {
    var input = RunInput()
    input.durations = Choices([.init(index: 3, value: 1), .init(index: 3, value: 2)])
    #expect(Token(Token(input, trace: Trace()).text) == nil)
  }

  /// Other tasks of the run, and their numbers, make no difference.
  @Test func anOrderIsThatOfItsSwitches() {
    var other = schedule
    other.tasks.insert(Schedule.Task(creator: 0, number: 1), at: 1)
    for (index, task) in other.tasks.enumerated() where task.creator ?? 0 > 0 {
      other.tasks[index].creator = 2
    }
    for index in other.switches.indices {
      other.switches[index].index += 1
      if let tasks = other.switches[index].tasks {
        other.switches[index].tasks?.first = tasks.first + 1
        other.switches[index].tasks?.other = tasks.other + 1
      }
    }
    #expect(other == schedule && other.hashValue == schedule.hashValue)
    other.switches[0].tasks?.steps += 1
    #expect(other != schedule)
    #expect(Schedule([(1, 1)]) != Schedule([(1, 2)]))
  }

  @Test func theFormatOfTokensStays() throws {
    let token = try #require(
      Token(
        "w2:BQHA6mMCCkFzaWEvVG9reW8DBXRyX1RSBAZoZWJyZXcFAwasAgcEAAABAAIEAAEDAQMCAAEDAwECyAEBAAgBAAMJB2dhdGV3YXkBAAI"
      ))
    var input = RunInput()
    input.date = Date(timeIntervalSinceReferenceDate: 86_400)
    (input.timezone, input.locale, input.calendar) = ("Asia/Tokyo", "tr_TR", "hebrew")
    (input.randomSeed, input.identifiers) = (3, 300)
    input.schedule = schedule
    input.durations = Choices([.init(index: 0, value: 3)])
    input.faults = ["gateway": Choices([.init(index: 0, value: 2)])]
    #expect(token.input == input)
    #expect(token.trace == 5)
    #expect(input.dimensions == .all)
  }

  @Test func whatIsNoTokenIsRefused() {
    var random = SplitMix(seed: 1)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for text in [
      "", "w2", "w1:AgM", "w2:*", "w2:B", "w2:AQ_____", "w2:AAcC", "w2:AAcBAgAA", "w2:AAcBAAABAAAB",
    ] {
      #expect(Token(text) == nil, "\(text)")
    }
    // A choice of 0 is none.
    for value in 0...1 as ClosedRange<UInt64> {
      var bytes = TokenBytes()
      for number in [1, 1, value] { bytes.add(number) }
      #expect((Choices(from: &bytes) != nil) == (value == 1))
    }
    // Whatever is read can be written, and is the same then.
    for _ in 0..<5_000 {
      let text =
        "w2:" + String((0..<random.next(below: 24)).map { _ in letters[random.next(below: letters.count)] })
      guard let token = Token(text) else { continue }
      #expect(Token(Token(token.input, trace: Trace()).text)?.input == token.input)
    }
  }

  @Test func aWorldIsAsItsInput() async {
    var input = RunInput()
    input.date = Date(timeIntervalSinceReferenceDate: 0)
    input.timezone = "Pacific/Apia"
    input.locale = "tr_TR"
    input.calendar = "hebrew"
    input.randomSeed = 3
    input.identifiers = 4
    let failure = await withRuns(
      of: {
        #expect(Current.date() == Date(timeIntervalSinceReferenceDate: 0))
        #expect(Current.timezone().identifier == "Pacific/Apia")
        #expect(Current.locale().identifier == "tr_TR")
        #expect(Current.calendar().identifier == .hebrew)
        #expect(Current.calendar().timeZone.identifier == "Pacific/Apia")
        #expect(Current.random.next() == World.RandomSource.seeded(3).next())
        #expect(Current.uuid() != World.mock.uuid())
      }, { [input] in $0.run(Plan(input: input)).failure })
    #expect(failure == nil)
  }

  @Test func readsAreNoted() async {
    let (some, all) = await withRuns(
      of: { if Current.timezone().secondsFromGMT() < 100_000 { _ = Current.date() } },
      { explorer in
        let reads = explorer.run(Plan()).reads
        return (reads, reads.isSuperset(of: .all))
      })
    #expect(some == [.date, .timezone])
    #expect(!all)
  }

  @Test func whatIsNeverReadNeverDiffers() async {
    let locales = Lock<Set<String>>([])
    let report = await World.Exploration(runs: 300).run {
      locales.withLock { _ = $0.insert(Current.locale().identifier) }
    }
    #expect(report.reads == .locale)
    #expect(locales.withLock { $0.count } > 50)
  }

  @Test func outsideOfExplorationsFaultsDoNothing() async throws {
    struct Bad: Error {}
    for _ in 0..<100 {
      try World.Fault.point("never") { throw Bad() }
      let sum = World.Fault.inject("never", .throwing(Bad()), .cancelled, .twice) { (one: Int, two: Int) in
        one + two
      }
      #expect(try await sum(1, 2) == 3)
    }
  }

  @Test func eachFaultDoesWhatItSays() async {
    struct Bad: Error {}
    let log = EventLog()
    let results = await withRuns(
      of: {
        let closure = World.Fault.inject(
          "closure", .throwing(Bad()), .throwingAfterwards(Bad()), .late(.seconds(5)), .cancelled, .twice
        ) { log.note("called") }
        let start = Current.date()
        do { try await closure() } catch { log.note("\(type(of: error))") }
        log.note("\(Int(Current.date().timeIntervalSince(start))) s")
      },
      { explorer in
        (0...5).map { fault in
          var input = RunInput()
          if fault > 0 { input.faults = ["closure": Choices([.init(index: 0, value: fault)])] }
          _ = explorer.run(Plan(input: input))
          return log.drain().joined(separator: ", ")
        }
      })
    #expect(
      results == [
        "called, 0 s", "Bad, 0 s", "called, Bad, 0 s", "called, 5 s", "CancellationError, 0 s",
        "called, called, 0 s",
      ])
  }
}

/// The smallest difference.
struct ShrinkingTests {
  /// Shrinks the input of a made-up run that fails if its input is as it says.
  private func shrink(
    _ input: RunInput, limit: Int = 1_000, choices: Int = 0, failsIf: @escaping @Sendable (RunInput) -> Bool
  ) async -> (input: RunInput, runs: Int) {
    await withRuns(of: {}) { explorer in
      let passed = explorer.run(Plan())
      func outcome(_ input: RunInput) -> RunOutcome {
        var outcome = passed
        (outcome.input, outcome.limits) = (input, Array(repeating: 3, count: choices))
        outcome.failure = failsIf(input) ? Failure(identity: "it", text: "it") : nil
        return outcome
      }
      var shrinker = Shrinker(outcome(input), limit: limit)
      shrinker.shrink(outcome)
      return (shrinker.smallest.input, shrinker.runs)
    }
  }

  private var large: RunInput {
    var random = SplitMix(seed: 5)
    var input = RunInput(.all, from: &random)
    input.date = Date(timeIntervalSinceReferenceDate: 86_400 * 1_000.7)
    input.locale = "tr_TR"
    input.schedule = Schedule((0..<100).map { ($0 * 2, 1 + $0 % 3) })
    input.durations = Choices((0..<10).map { .init(index: $0, value: 3) })
    input.faults = [
      "a": Choices([.init(index: 0, value: 1), .init(index: 4, value: 2)]),
      "b": Choices([.init(index: 1, value: 1)]),
    ]
    return input
  }

  /// None of the three switches can go alone, but another one is enough, or two others.
  @Test(arguments: [
    Schedule([(5, 1)]), Schedule([(1, 1), (3, 2)]),
  ])
  func fewerSwitchesAreTried(fewer: Schedule) async {
    var input = RunInput()
    input.schedule = Schedule([0, 2, 4].map { ($0, 1) })
    let three = input.schedule
    let (smallest, runs) = await shrink(input, choices: 6) { [three, fewer].contains($0.schedule) }
    #expect(smallest.schedule == fewer)
    #expect(runs < 150)
  }

  /// Of four switches the middle two can't go, but another one does in their place.
  @Test func oneSwitchReplacesTwo() async {
    func choices(_ indices: [Int]) -> Schedule { Schedule(indices.map { ($0, 1) }) }
    var input = RunInput()
    input.schedule = choices([1, 4, 6, 9])
    let (smallest, _) = await shrink(input, choices: 10) { input in
      [[1, 4, 6, 9], [1, 5, 9]].contains(input.schedule.switches.map(\.index))
        && input.schedule.switches.allSatisfy { $0.value == 1 }
    }
    #expect(smallest.schedule == choices([1, 5, 9]))
  }

  @Test func whatIsNotNeededGoes() async {
    let (input, _) = await shrink(large) { $0.locale == "tr_TR" }
    var expected = RunInput()
    expected.locale = "tr_TR"
    #expect(input == expected)
  }

  @Test func twoOfAHundredChoicesAreLeft() async {
    let (input, runs) = await shrink(large) { input in
      let indices = input.schedule.switches.map(\.index)
      return indices.contains(14) && indices.contains(150)
    }
    #expect(input.schedule.switches.map(\.index) == [14, 150])
    #expect(input.schedule.switches.allSatisfy { $0.value == 1 })
    #expect(input.dimensions == .schedule)
    #expect(runs < 200)
  }

  @Test func aFaultAndADateAreLeft() async {
    let (input, _) = await shrink(large) { input in
      input.date != nil && input.faults["a"]?.entries.contains { $0.index == 4 } == true
    }
    #expect(input.dimensions == [.date, .faults])
    #expect(input.faults == ["a": Choices([.init(index: 4, value: 1)])])
    #expect(input.date.map { $0.timeIntervalSinceReferenceDate.remainder(dividingBy: 86_400) } == 0)
  }

  @Test func aLocaleIsTheSimplestOfItsLanguage() async {
    var input = RunInput()
    input.locale = "tr_CY"
    #expect(await shrink(input) { $0.locale?.hasPrefix("tr") == true }.input.locale == "tr")
    #expect(await shrink(input) { $0.locale?.hasPrefix("tr_") == true }.input.locale == "tr_CY")
    input.locale = "fa_AF"
    #expect(await shrink(input) { $0.locale != nil }.input.locale == "en_US")
  }

  @Test func aDateIsTheEarliestOfItsKind() async throws {
    let calendar = {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return calendar
    }()
    func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
    var input = RunInput()
    input.date = try date("2068-02-29T17:31:42Z")
    let leapDay = await shrink(input) { input in
      let parts = input.date.map { calendar.dateComponents([.month, .day], from: $0) }
      return parts?.month == 2 && parts?.day == 29
    }
    #expect(leapDay.input.date == (try date("2000-02-29T00:00:00Z")))
    let afternoon = await shrink(input) { input in
      input.date.map { calendar.component(.hour, from: $0) >= 12 } == true
    }
    #expect(afternoon.input.date == (try date("2000-02-29T12:00:00Z")))
    #expect(await shrink(input) { $0.date != nil }.input.date == (try date("2000-02-01T00:00:00Z")))
  }

  @Test func placesAndSeedsAreTheSimplest() async {
    var input = RunInput()
    (input.timezone, input.calendar, input.randomSeed, input.identifiers) = (
      "Pacific/Apia", "persian", 77, 78
    )
    let smallest = await shrink(input) {
      $0.timezone != nil && $0.calendar.map { $0 != "gregorian" } == true && $0.randomSeed ?? 0 > 1
        && $0.identifiers != nil
    }
    var expected = RunInput()
    (expected.timezone, expected.calendar, expected.randomSeed, expected.identifiers) = (
      "GMT", "buddhist", 2, 0
    )
    #expect(smallest.input == expected)
  }

  @Test func itStopsWhenItsTimeIsOver() async {
    let large = large
    let runs = await withRuns(of: {}) { explorer in
      var failed = explorer.run(Plan())
      failed.input = large
      failed.failure = Failure(identity: "it", text: "it")
      var runs = 0
      var shrinker = Shrinker(failed, limit: 1_000) { runs >= 7 }
      shrinker.shrink { input in
        runs += 1
        var outcome = failed
        outcome.input = input
        outcome.failure = nil
        return outcome
      }
      return shrinker.isCutShort ? runs : 0
    }
    #expect(runs == 7)
  }

  @Test func itIsBoundedAndTheSameEachTime() async {
    let first = await shrink(large, limit: 25) { $0.schedule.switches.count % 7 != 1 }
    let second = await shrink(large, limit: 25) { $0.schedule.switches.count % 7 != 1 }
    #expect(first.input == second.input)
    #expect(first.runs <= 25)
  }

  @Test func anotherFailureIsNotTheSame() async {
    let large = large
    let smallest = await withRuns(of: {}) { explorer in
      let passed = explorer.run(Plan())
      func outcome(_ input: RunInput) -> RunOutcome {
        var outcome = passed
        outcome.input = input
        let identity = input.locale == "tr_TR" ? "Turkish" : "other"
        outcome.failure = Failure(identity: identity, text: identity)
        return outcome
      }
      var shrinker = Shrinker(outcome(large), limit: 1_000)
      shrinker.shrink(outcome)
      return shrinker.smallest
    }
    #expect(smallest.failure?.identity == "Turkish")
    #expect(smallest.input.dimensions == .locale)
  }

  @Test func fewerDimensionsCountBeforeFewerChoices() async {
    let smallest = await withRuns(of: {}) { explorer in
      let passed = explorer.run(Plan())
      // Without its locale it needs one choice more.
      func outcome(_ input: RunInput) -> RunOutcome {
        var outcome = passed
        outcome.input = input
        if input.schedule.isEmpty { return outcome }
        let indices = input.locale == nil ? [1, 5] : [3]
        outcome.input.schedule = Schedule(indices.map { ($0, 1) })
        outcome.failure = Failure(identity: "it", text: "it")
        return outcome
      }
      var input = RunInput()
      input.locale = "tr_TR"
      input.schedule = Schedule([(3, 1)])
      var shrinker = Shrinker(outcome(input), limit: 1_000)
      shrinker.shrink(outcome)
      return shrinker.smallest.input
    }
    #expect(smallest.dimensions == .schedule)
  }

  @Test func itHasNoMoreRunsThanItsLimit() async {
    #expect(await shrink(large, limit: 3) { $0.locale == "tr_TR" }.runs == 3)
  }

  @Test func aChoiceThatTheCodeNoLongerHasIsMissed() {
    var row = ChoiceRow(planned: Choices([.init(index: 0, value: 2)]))
    #expect(row.next(of: 2) == nil)
    #expect(row.missed)
  }

  /// One switch, to the second task that the first one created.
  private var row: ScheduleRow {
    var row = ScheduleRow(
      planned: Schedule(
        switches: [
          Schedule.Switch(index: 0, value: 1, tasks: Schedule.Switch.Tasks(first: 0, steps: 3, other: 1))
        ],
        tasks: [Schedule.Task(), Schedule.Task(creator: 0, number: 1)]))
    // The last one is created by one that isn't planned.
    for creator in [nil, 0, 0, 1] as [Int?] { row.addTask(creator: creator) }
    return row
  }

  @Test(
    arguments: [
      (ready: [0, 1, 2], steps: 3, choice: 2, isMade: true), ([0, 1, 2], 2, nil, false),
      ([3, 2], 3, nil, false),
      ([2, 0], 3, nil, false),
    ] as [(ready: [Int], steps: Int, choice: Int?, isMade: Bool)])
  func aSwitchIsMadeWhereItsTasksAre(ready: [Int], steps: Int, choice: Int?, isMade: Bool) {
    var row = row
    #expect(row.isCutShort)
    #expect(row.next(among: ready, steps: steps) == choice)
    #expect(row.isCutShort != isMade)
  }

  @Test func aSwitchToATaskThatWaitsIsMissed() {
    var row = row
    #expect(row.next(among: [0, 1], steps: 3) == nil)
    // It isn't planned any more, and was.
    #expect(row.next(among: [0, 1, 2], steps: 3) == nil)
    #expect(row.isCutShort)
  }

  @Test func theFirstFailureOfARunIsItsFailure() async {
    struct Failed: Error {}
    let exploration = World.Exploration(runs: 1)
    let report = await exploration.run {
      exploration.failures.note(Failure(identity: "first", text: "first"))
      throw Failed()
    }
    #expect(report.failureText == "first")
  }

  @Test func orderSleepsAndFaultsDifferByThemselves() async {
    let kinds = await withRuns(
      of: {
        World.Fault.point("the gateway") {}
        async let first: Void = Task.yield()
        async let second: Void = Task.yield()
        try await Current.sleep(.seconds(1))
        _ = await (first, second)
      },
      { explorer in
        (0 as UInt64..<64).map { seed in
          var plan = Plan(strategy: .random)
          (plan.seed, plan.lateRate, plan.faultRate) = (seed, 128, 128)
          let input = explorer.run(plan).input
          return [input.schedule.switches.first?.index == 0, input.durations.isEmpty, input.faults.isEmpty]
        }
      })
    #expect(Set(kinds).count == 8)
  }

  /// Without the late sleep an earlier choice is the one that matters, or a later one.
  @Test(arguments: [3, 7]) func aChoiceIsMovedWhereThatSavesAnother(index: Int) async {
    var input = RunInput()
    input.schedule = Schedule([(5, 1)])
    input.durations = Choices([.init(index: 0, value: 1)])
    let smallest = await shrink(input, choices: 10) { input in
      input.schedule.switches.first?.index == (input.durations.isEmpty ? index : 5)
    }.input
    var expected = RunInput()
    expected.schedule = Schedule([(index, 1)])
    #expect(smallest == expected)
  }
}

extension ScheduleRow {
  /// The planned choice among tasks of which the first has its turn.
  fileprivate mutating func next(among tasks: [Int], steps: Int) -> Int? {
    tasks.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap {
        next(among: ReadyTasks($0, count: buffer.count, first: 0), steps: steps)
      }
    }
  }
}

extension Schedule {
  /// Switches at places of a run, and which of the ready tasks goes on there.
  init(_ places: [(Int, Int)]) {
    self.init(switches: places.map { Switch(index: $0.0, value: $0.1) })
  }
}
