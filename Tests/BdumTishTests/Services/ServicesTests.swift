import Testing
import World
import WorldMocks

@testable import BdumTish

struct ServicesTests {
  @Test(arguments: Luck.allCases)
  func macChimesAndJustWorks(luck: Luck) {
    let startup = luck { Computer.mac.turnOn() }
    #expect(startup.isOn)
    #expect(startup.impression == .chimesAndWorks)
    #expect(startup.wait < .seconds(30))
  }

  @Test(arguments: Luck.allCases)
  func pcGrindsAndAsksWhereYouWantToGo(luck: Luck) {
    let startup = luck { Computer.pc.turnOn() }
    #expect(startup.isOn)
    #expect(startup.impression == .grindsAndAsks)
    #expect(startup.wait >= .seconds(4 * 60))
  }

  @Test(arguments: Luck.allCases)
  func onlyCaffeineCaffeinates(luck: Luck) {
    let most = Workday.mostCups
    luck {
      #expect(Coffee.caffeinated.drinkCup() * most > Workday.caffeinationNeeded)
      #expect(Coffee.decaf.drinkCup() * most <= Workday.caffeinationNeeded)
    }
  }

  @Test func longerTypingMakesMoreLines() {
    let keyboard = Keyboard.live
    Luck.lowest {
      #expect(keyboard.type(60) > keyboard.type(30))
      #expect(keyboard.type(0) == 0)
    }
  }

  @Test func bossAnswersToWhatWasSaid() {
    let boss = Boss.live
    let answer = Luck.lowest { boss.hear(.shipped) }
    #expect(answer != Luck.lowest { boss.hear(.blamedTools) })
    #expect(answer != Luck.highest { boss.hear(.shipped) })
  }

  @Test func liveWorldReturnsTheRealOnesAndMockWorldTheMocks() {
    withWorld(.live) {
      Current.random = World.RandomSource { .max }
      #expect(Current.computer.name == "Mac")
      #expect(Current.coffee.drinkCup() == 11)
    }
    withWorld(.mock) {
      #expect(Current.computer.name == "Mock")
      #expect(Current.coffee.drinkCup() == 7)
      #expect(Current.keyboard.type(3) == 30)
      #expect(Current.boss.hear(.shipped) == .planWorked)
    }
  }

  @Test func oneFunctionCanBeReplaced() {
    withWorld(.mock) {
      Current.computer.turnOn = { Computer.Startup(isOn: false, wait: .zero, impression: .grindsAndAsks) }
      #expect(!Current.computer.turnOn().isOn)
      #expect(Current.computer.name == "Mock")
    }
  }
}
