import Foundation
import SweepReports
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation

@testable import WorldTesting

/// Random numbers are shrunk, so that what a program makes of them is small.
struct ShrunkValueTests {
  struct Counterexample: Error {}

  /// What a property's smallest failing run made, and the report of its exploration.
  private func smallest(
    of property: ClassicalProperty, seed: UInt64 = 1
  ) async throws -> (value: String, report: World.Exploration.Report) {
    let value = Lock("")
    let body: @Sendable () async throws -> Void = {
      let (made, holds) = property.check()
      value.withLock { $0 = made }
      if !holds { throw Counterexample() }
    }
    let report = await World.Exploration(runs: 1_000, seed: seed).run(body)
    let token = try #require(report.token, "\(report)")
    let again = await World.Exploration(runs: 1, only: token).run(body)
    #expect(again.failureText == "threw Counterexample()")
    #expect(again.changedTokens.isEmpty)
    return (value.withLock { $0 }, report)
  }

  @Test(arguments: ClassicalProperty.all)
  func aCounterexampleIsTheSmallest(of property: ClassicalProperty) async throws {
    let (value, report) = try await smallest(of: property)
    #expect(value == property.minimum)
    let runs = try #require(report.failedAt) + report.shrinkRuns
    #expect(runs <= 1_000)
  }

  /// Each is found, and shrunk to the smallest, by ten seeds of ten: where LONG_TESTS is set, as in the gate's optimized tests.
  @Test(arguments: ClassicalProperty.drawn)
  func aDrawnCounterexampleIsTheSmallest(of property: ClassicalProperty) async throws {
    let count: UInt64 = LongTests.areEnabled ? 10 : 1
    for seed in 0..<count {
      let value = try await smallest(of: property, seed: seed).value
      #expect(value == property.minimum, "seed \(seed)")
    }
  }

  @Test func theReportNamesWhatWasDrawn() async {
    let report = await World.Exploration(runs: 1_000).run {
      let quantity = World.draw("quantity", in: -10...10); let line = #line
      let prices = (0..<2).map { _ in World.draw("price", in: 5...100) }
      if quantity < 0, prices[1] > 7, line > 0 { throw Counterexample() }
    }
    let text = "\(report)"
    #expect(
      text.contains(
        /The values that it draws:\n- quantity = -1, at ShrunkValueTests.swift:\d+\n- price = 5, 8, at S/),
      "\(report)")
  }

  @Test func twoPlacesOfOneNameAreTwoLines() {
    let values = [(1, "5"), (2, "6"), (1, "7")].map { line, value in
      DrawnValue(name: "price", line: SourceLine(path: "Shop.swift", number: line), value: value)
    }
    #expect(values.text == ["price = 5, 7, at Shop.swift:1", "price = 6, at Shop.swift:2"])
  }

  @Test func drawnValuesAreInTheirRange() {
    func check<Value: FixedWidthInteger & Sendable>(
      _ range: ClosedRange<Value>, _ first: [Value], _ last: Value
    ) {
      func value(_ number: UInt64) -> Value {
        withWorld {
          $0.random = World.RandomSource { number }
        } operation: {
          World.draw("value", in: range)
        }
      }
      #expect(value(0) == first[0])
      #expect(value(.max) == last)
      var random = SplitMix(seed: 1)
      #expect(
        (0..<1_000).allSatisfy { _ in range.contains(value(random.next() >> UInt64(random.next(below: 64)))) }
      )
      if first.count > 1 { #expect((0..<6).map { value($0) } == first) }
    }
    withWorld(.mock) {
      check(Int.min...Int.max, [0, 0, 1, -1, 2, -2], .min)
      check(Int8.min...Int8.max, [0], .min)
      check(UInt64.min...UInt64.max, [0, 1, 2, 3, 4, 5], .max)
      check(Int64.min...0, [0, 0, -1, -1, -2, -2], .min)
      check(-10...1_000, [0], -10)
      check(-1_000...10, [0], -1_000)
      check(-9 ... -3, [-3], -9)
      check(3...9, [3], 9)
      check(5...5, [5], 5)
    }
  }

  @Test(arguments: [-3...2, -2...3, -3...3, -1...0, 0...1, 1...3, -3 ... -1])
  func eachValueOfARangeIsDrawn(range: ClosedRange<Int>) {
    var random = SplitMix(seed: 1)
    let values = (0..<1_000).map { _ in
      let number = random.next()
      return withWorld {
        $0.random = World.RandomSource { number }
      } operation: {
        World.draw("value", in: range)
      }
    }
    #expect(Set(values) == Set(range))
  }

  /// Of the values with which programs break, each comes up soon.
  @Test(arguments: [0, 1, -1, 10_000, -10_000]) func edgeValuesAreDrawnOften(value: Int) async {
    for seed in 0..<5 {
      let report = await World.Exploration(runs: 300, seed: UInt64(seed)).run {
        if World.draw("amount", in: -10_000...10_000) == value { throw Counterexample() }
      }
      #expect(report.failedAt != nil)
    }
  }

  @Test func theMiddleOfARangeIsDrawnOften() async {
    let report = await World.Exploration(runs: 300).run {
      if ShrunkValueTests.int(-1_000_000...1_000_000) == 0 { throw Counterexample() }
    }
    #expect(report.failedAt != nil)
  }

  private static func int(_ range: ClosedRange<Int>) -> Int {
    Current.random { Int.random(in: range, using: &$0) }
  }

  // MARK: Which are shrunk

  @Test func valuesOfTheStartingWorldAreShrunk() async {
    let report = await World.Exploration(runs: 10).run {
      if ShrunkValueTests.int(0...1_000) > 0 { throw Counterexample() }
    }
    #expect(report.failedAt == 1)
    #expect(report.failingDimensions == [])
    #expect(report.failingInput?.randomNumbers?.count == 1)
    #expect(
      "\(report)".contains(
        "\nIt fails in the starting world, with each task run until it waits.\nIt is shown with 1 random value, as small as it can be.\n"
      ), "\(report)")
    #expect(SweepReport.Verdict(report, isSweep: true) == .failsAtOnce)
  }

  @Test func otherValuesAreADifference() async {
    let report = await World.Exploration(runs: 100).run {
      // The numbers of a mock world are others.
      let isOfStart = Current.random.next() == World.mock.random.next()
      if !isOfStart, ShrunkValueTests.int(0...1_000) > 100 { throw Counterexample() }
    }
    #expect(report.failingDimensions == .randomSeed)
    #expect(report.failingInput?.randomNumbers?.first == 0)
    #expect(
      "\(report)".contains(
        "\nThe smallest difference that makes it fail: 2 random values, as small as they can be.\n"),
      "\(report)")
  }

  /// A seed in a short token says more.
  @Test func manyValuesStayThoseOfTheirSeed() async {
    let report = await World.Exploration(runs: 10).run {
      let sum = (0..<300).reduce(0) { sum, _ in sum + ShrunkValueTests.int(0...9) }
      if sum > 1_000 { throw Counterexample() }
    }
    #expect(report.failingInput == RunInput())
    #expect(report.shrinkRuns <= 2_001)
  }

  /// What fails in the starting world is said of the run that is shown, and not of one on the way to it.
  @Test func theStartingWorldIsThatOfTheSmallestRun() async throws {
    var random = World.RandomSource.seeded(0)
    let start = Int.random(in: 0...9, using: &random)
    try #require(start > 1)
    let exploration = World.Exploration(
      runs: 1_000, varying: [.schedule, .randomSeed],
      startingFrom: { .mock.with { $0.random = .seeded(0) } })
    let report = await exploration.run {
      let value = ShrunkValueTests.int(0...9)
      let log = EventLog()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...2 { group.addTask { log.note("\(number)") } }
      }
      let isOtherOrder = log.drain() == ["2", "1"]
      if value == start ? isOtherOrder : value > 0 { throw Counterexample() }
    }
    #expect(report.failingDimensions == .randomSeed, "\(report)")
  }

  @Test func valuesThatMakeNoDifferenceStayThoseOfTheStartingWorld() async {
    let report = await World.Exploration(runs: 10).run {
      _ = Current.random.next()
      throw Counterexample()
    }
    #expect(report.failingInput == RunInput())
    #expect("\(report)".contains("\nIt fails in the starting world, with each task run until it waits.\n"))
  }

  @Test func valuesThatMakeNoDifferenceInAnotherWorldStay() async {
    let report = await World.Exploration(runs: 300).run {
      _ = Current.random.next()
      if Current.locale().identifier != World.mock.locale().identifier { throw Counterexample() }
    }
    #expect(report.failingDimensions == .locale)
    #expect(report.failingInput?.randomNumbers == nil)
  }

  @Test func anOrderAndAValueAreShrunkTogether() async throws {
    let amounts = Lock<[Int]>([])
    let body: @Sendable () async throws -> Void = {
      let account = Account()
      let amount = ShrunkValueTests.int(0...100)
      amounts.withLock { $0.append(amount) }
      async let first: Void = account.withdraw(amount)
      async let second: Void = account.withdraw(amount)
      _ = await (first, second)
      try await account.check()
    }
    let report = await World.Exploration(runs: 1_000).run(body)
    let token = try #require(report.token)
    _ = await World.Exploration(runs: 1, only: token).run(body)
    #expect(amounts.withLock { $0.last } == 51)
    #expect(report.failingInput?.schedule.switches.count == 1)
  }

  @Test func onlyWhatMayDifferIsShrunk() async {
    let report = await World.Exploration(runs: 10, varying: .schedule).run {
      if ShrunkValueTests.int(0...1_000) > 0 { throw Counterexample() }
    }
    #expect(report.failingInput == RunInput())
  }

  @Test func tooManyValuesKeepTheirSeed() async {
    let report = await World.Exploration(runs: 100).run {
      let numbers = (0...RandomNumbers.limit).map { _ in Current.random.next() }
      if numbers[0] != World.mock.random.next() { throw Counterexample() }
    }
    #expect(report.failingInput?.randomNumbers == nil)
    #expect(report.failingInput?.randomSeed != nil)
  }

  /// Neither list can be shorter, or left out, without the other being longer.
  @Test func listsInAListAreJoined() {
    func attempt(_ numbers: [UInt64]) -> ValueShrinker.Attempt {
      var read: [UInt64] = []
      func next() -> UInt64 {
        read.append(read.count < numbers.count ? numbers[read.count] : 1)
        return read[read.count - 1]
      }
      var sum: UInt64 = 0
      for _ in 0..<next() >> 60 {
        let count = next() >> 60
        sum += count
        for _ in 0..<count { _ = next() }
      }
      return ValueShrinker.Attempt(numbers: read, fails: sum > 10)
    }
    let elements = Array(repeating: 1 as UInt64, count: 11)
    var shrinker = ValueShrinker([2 << 60, 5 << 60] + elements.prefix(5) + [6 << 60] + elements.prefix(6))
    shrinker.shrink(attempt)
    #expect(shrinker.numbers == [1 << 60, 11 << 60] + elements.map { _ in 0 })
  }

  // MARK: Runs of given numbers

  private func run(
    _ numbers: [UInt64], _ body: @escaping @Sendable () async throws -> Void
  ) async -> RunOutcome {
    await withRuns(of: body) { explorer in
      var input = RunInput()
      input.randomNumbers = numbers
      return explorer.run(Plan(input: input))
    }
  }

  @Test func aRunReadsTheNumbersThatAreGiven() async {
    let read = Lock<[UInt64]>([])
    let outcome = await run([7, 0, .max]) {
      read.withLock { $0 = (0..<3).map { _ in Current.random.next() } }
    }
    #expect(read.withLock { $0 } == [7, 0, .max])
    #expect(outcome.input.randomNumbers == [7, 0, .max])
    #expect(!outcome.isCutShort)
    #expect(outcome.reads == .randomSeed)
  }

  @Test func numbersThatArentReadAreNoPartOfTheRun() async {
    let outcome = await run([7, 0, .max]) { _ = Current.random.next() }
    #expect(outcome.input.randomNumbers == [7])
    #expect(outcome.isCutShort)
  }

  /// 0 isn't a number that six values can be chosen by, so that another one is asked for.
  @Test func loopsEnd() async {
    #expect(await run([0]) { _ = ShrunkValueTests.int(1...6) }.randomNumbers.count == 2)
    #expect(
      await run([]) { while Current.random({ Bool.random(using: &$0) }) {} }.randomNumbers.count == 1)
    let last = await run([]) { while ShrunkValueTests.int(0...9) < 5 {} }
    #expect(last.randomNumbers.count > 64)
  }

  @Test func anAuditReadsNoNumbers() async {
    let outcome = await run([7]) { _ = await Current.audit() }
    #expect(outcome.reads.contains(.randomSeed))
    #expect(outcome.randomNumbers.isEmpty)
  }

  // MARK: Tokens

  @Test(arguments: [[], [0], [1, .max, 1 << 63, 0x2_AAAB << 44], Array(0..<300)] as [[UInt64]])
  func aTokenHoldsTheNumbers(_ numbers: [UInt64]) throws {
    var input = RunInput()
    input.randomNumbers = numbers
    #expect(try #require(Token(Token(input, trace: Trace()).text)).input == input)
  }

  @Test func numbersOfFewBitsMakeAShortToken() {
    var input = RunInput()
    input.randomNumbers = [3 << 62, 0x2_AAAB << 44, 1]
    #expect(Token(input, trace: Trace()).text.count < 28)
  }

  @Test func tokensOfSeedsAreRead() throws {
    var input = RunInput()
    input.randomSeed = 3
    #expect(try #require(Token("w2:AAUD")).input == input)
  }

  /// A number is missing, and 64 zeros.
  @Test(arguments: ["w2:AAoCAAE", "w2:AAoBQAE"]) func whatIsntANumberIsNoToken(_ text: String) {
    #expect(Token(text) == nil)
  }
}
