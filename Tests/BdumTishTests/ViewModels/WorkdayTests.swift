import Foundation
import Testing

@testable import BdumTish

struct WorkdayTests {
  private func workday(_ desk: Desk, dice: Dice = .lowest) throws -> Workday {
    Workday(at: desk, on: LocalDay(containing: try instant("2024-03-01T12:00:00Z"), in: .gmt), dice: dice)
  }

  private func coffee(_ caffeination: Int) -> Coffee { Coffee(name: "test") { _ in caffeination } }

  @Test func computerAndEnoughCoffeeShip() throws {
    let day = try workday(.mock())
    #expect(day.outcome == .shipped)
    #expect(day.lines > 0)
    #expect(day.blamed == [])
  }

  @Test func darkComputerIsBlamed() throws {
    let dark = Computer(name: "Brick") { _ in .init(isOn: false, wait: .zero, impression: "stays dark") }
    let day = try workday(.mock(computer: dark))
    #expect(day.outcome == .blamedTools)
    #expect(day.lines == 0)
    #expect(day.blamed.count == 3)
  }

  /// How much a cup adds, how many cups are drunk, and whether that is more than 20.
  @Test(arguments: [
    (0, 6, Outcome.blamedTools), (3, 6, .blamedTools), (4, 6, .shipped), (5, 5, .shipped), (7, 3, .shipped),
    (10, 3, .shipped), (11, 2, .shipped), (20, 2, .shipped), (21, 1, .shipped),
  ])
  func itTakesMoreThanTwenty(perCup: Int, cups: Int, outcome: Outcome) throws {
    let day = try workday(.mock(coffee: coffee(perCup)))
    #expect(day.cups == cups)
    #expect(day.caffeination == cups * perCup)
    #expect(day.outcome == outcome)
  }

  @Test func twentyIsNotEnough() throws {
    // The dice make four for the first five cups, and none for the sixth.
    let drunk = Counter()
    let coffee = Coffee(name: "test") { _ in drunk.next() <= 5 ? 4 : 0 }
    let day = try workday(.mock(coffee: coffee))
    #expect(day.caffeination == 20)
    #expect(day.outcome == .blamedTools)
  }

  @Test(arguments: ["mac", "pc"], ["caffeinated", "decaf"])
  func coffeeDecides(programmer: String, coffee: String) throws {
    let computer = try #require(Programmer(rawValue: programmer)).computer
    let coffee = try #require(CoffeeChoice(rawValue: coffee)).coffee
    for dice in [Dice.lowest, .highest] {
      let outcome = try workday(.mock(computer: computer, coffee: coffee), dice: dice).outcome
      #expect(outcome == (coffee.name == "decaf" ? .blamedTools : .shipped))
    }
  }

  @Test func bossHearsTheOutcome() throws {
    let boss = Boss(name: "test") { outcome, _ in "So: \(outcome.rawValue)" }
    #expect(try workday(.mock(boss: boss)).answer == "So: shipped")
    #expect(try workday(.mock(coffee: coffee(0), boss: boss)).answer == "So: blamedTools")
  }

  @Test(arguments: [Dice.lowest, .highest])
  func jokeIsAboutTheOutcome(dice: Dice) throws {
    let day = try workday(.mock(), dice: dice)
    #expect(Repertoire.jokes(about: .shipped).contains(day.joke))
  }
}
