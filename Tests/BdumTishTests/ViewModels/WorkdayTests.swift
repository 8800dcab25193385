import Foundation
import Testing

@testable import BdumTish

struct WorkdayTests {
  private func workday(_ desk: Desk, dice: Dice = .lowest) throws -> Workday {
    Workday(at: desk, on: LocalDay(containing: try instant("2024-03-01T12:00:00Z"), in: .gmt), dice: dice)
  }

  private func coffee(_ caffeination: Int) -> Coffee { Coffee(kind: .caffeinated) { caffeination } }

  @Test func computerAndEnoughCoffeeShip() throws {
    let day = try workday(.mock())
    #expect(day.outcome == .shipped)
    #expect(try #require(day.lines) > 0)
    #expect(day.blamed == nil)
  }

  @Test func darkComputerIsBlamed() throws {
    let dark = Computer(name: "Brick") { .init(isOn: false, wait: .zero, impression: .grindsAndAsks) }
    let day = try workday(.mock(computer: dark))
    #expect(day.outcome == .blamedTools)
    #expect(day.lines == nil)
    #expect(day.blamed?.count == 3)
  }

  /// How much a cup adds, how many cups are drunk, and whether that is more than 20.
  @Test(arguments: [
    (0, 6, Outcome.blamedTools), (3, 6, .blamedTools), (4, 6, .shipped), (5, 5, .shipped), (7, 3, .shipped),
    (10, 3, .shipped), (11, 2, .shipped), (20, 2, .shipped), (21, 1, .shipped),
  ])
  func itTakesMoreThanTwenty(perCup: Int, cups: Int, outcome: Outcome) throws {
    let day = try workday(.mock(coffee: coffee(perCup)))
    #expect(try #require(day.coffee) == (cups, cups * perCup))
    #expect(day.outcome == outcome)
  }

  @Test func twentyIsNotEnough() throws {
    // The dice make four for the first five cups, and none for the sixth.
    let drunk = Counter()
    let coffee = Coffee(kind: .caffeinated) { drunk.next() <= 5 ? 4 : 0 }
    let day = try workday(.mock(coffee: coffee))
    #expect(day.coffee?.caffeination == 20)
    #expect(day.outcome == .blamedTools)
  }

  @Test(arguments: Programmer.allCases, Coffee.Kind.allCases)
  func coffeeDecides(programmer: Programmer, kind: Coffee.Kind) throws {
    let (computer, coffee) = (programmer.computer, Coffee.of(kind))
    for luck in Luck.allCases {
      let outcome = try workday(.mock(computer: computer, coffee: coffee, luck: luck), dice: luck.dice)
        .outcome
      #expect(outcome == (kind == .decaf ? .blamedTools : .shipped))
    }
  }

  @Test func bossHearsTheOutcome() throws {
    let boss = Boss { outcome in outcome == .shipped ? .couldItBeBlue : .lastWeekTheChair }
    #expect(try workday(.mock(boss: boss)).answer == .answer(.couldItBeBlue))
    #expect(try workday(.mock(coffee: coffee(0), boss: boss)).answer == .answer(.lastWeekTheChair))
  }

  @Test(arguments: [Dice.lowest, .highest])
  func jokeIsAboutTheOutcome(dice: Dice) throws {
    let day = try workday(.mock(), dice: dice)
    #expect(Joke.about(.shipped).contains(day.joke))
  }
}

extension Workday {
  fileprivate var coffee: (cups: Int, caffeination: Int)? {
    for case .coffee(let cups, _, let caffeination, _) in scenes.map(\.scene) { return (cups, caffeination) }
    return nil
  }

  fileprivate var lines: Int? {
    for case .coding(let lines, _) in scenes.map(\.scene) { return lines }
    return nil
  }

  fileprivate var blamed: [Phrase]? {
    for case .blaming(let tools) in scenes.map(\.scene) { return tools }
    return nil
  }

  fileprivate var answer: Phrase? {
    for case .report(let answer) in scenes.map(\.scene) { return answer }
    return nil
  }
}
