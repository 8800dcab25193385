import Testing
import World
import WorldMocks

@testable import BdumTish

struct ServicesTests {
  @Test(arguments: [Dice.lowest, .highest])
  func macChimesAndJustWorks(dice: Dice) {
    let startup = Computer.mac.turnOn(dice)
    #expect(startup.isOn)
    #expect(startup.impression == .chimesAndWorks)
    #expect(startup.wait < .seconds(30))
  }

  @Test(arguments: [Dice.lowest, .highest])
  func pcGrindsAndAsksWhereYouWantToGo(dice: Dice) {
    let startup = Computer.pc.turnOn(dice)
    #expect(startup.isOn)
    #expect(startup.impression == .grindsAndAsks)
    #expect(startup.wait >= .seconds(4 * 60))
  }

  @Test(arguments: [Dice.lowest, .highest])
  func onlyCaffeineCaffeinates(dice: Dice) {
    let most = Workday.mostCups
    #expect(Coffee.caffeinated.drinkCup(dice) * most > Workday.caffeinationNeeded)
    #expect(Coffee.decaf.drinkCup(dice) * most <= Workday.caffeinationNeeded)
  }

  @Test func longerTypingMakesMoreLines() {
    let keyboard = Keyboard.live
    #expect(keyboard.type(60, .lowest) > keyboard.type(30, .lowest))
    #expect(keyboard.type(0, .lowest) == 0)
  }

  @Test func bossAnswersToWhatWasSaid() {
    let boss = Boss.live
    #expect(boss.hear(.shipped, .lowest) != boss.hear(.blamedTools, .lowest))
    #expect(boss.hear(.shipped, .lowest) != boss.hear(.shipped, .highest))
  }

  @Test func liveWorldReturnsTheRealOnesAndMockWorldTheMocks() {
    withWorld(World()) {
      #expect(Current.computer.name == "Mac")
      #expect(Current.coffee.drinkCup(.highest) == 11)
    }
    withWorld(.mock) {
      #expect(Current.computer.name == "Mock")
      #expect(Current.coffee.drinkCup(.highest) == 7)
      #expect(Current.keyboard.type(3, .highest) == 30)
      #expect(Current.boss.hear(.shipped, .lowest) == .planWorked)
    }
  }

  @Test func oneFunctionCanBeReplaced() {
    withWorld(.mock) {
      Current.computer.turnOn = { _ in Computer.Startup(isOn: false, wait: .zero, impression: .grindsAndAsks)
      }
      #expect(!Current.computer.turnOn(.lowest).isOn)
      #expect(Current.computer.name == "Mock")
    }
  }
}
