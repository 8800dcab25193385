import Foundation

/// What happens on a programmer's day: facts, without words.
struct Workday: Sendable {
  /// It takes more than this to start well.
  static let caffeinationNeeded = 20
  /// After so many cups even a programmer gives up.
  static let mostCups = 6

  let day: LocalDay
  let wakesUp, drinksCoffee, turnsComputerOn, plans, works, hasLunch, drinksMoreCoffee, celebrates: Date
  let tellsBoss, goesHome: Date

  let cups: Int
  let caffeination: Int
  let startup: Computer.Startup
  let tasks: [String]
  let outcome: Outcome
  let lines: Int
  let blamed: [String]
  let lunchBreak: Duration
  let moreCups: Int
  let answer: String
  let joke: String

  init(at desk: Desk, on day: LocalDay, dice: Dice) {
    var schedule = Schedule(day, dice: dice)
    self.day = day
    wakesUp = schedule.next(hour: 6, minutes: 30...89)
    drinksCoffee = schedule.next(hour: 7, minutes: 45...74)
    (cups, caffeination) = Workday.drink(desk.coffee, dice: dice)
    turnsComputerOn = schedule.next(hour: 8, minutes: 45...74)
    startup = desk.computer.turnOn(dice)
    plans = schedule.next(hour: 9, minutes: 30...44)
    tasks = dice.pick(3, of: Repertoire.tasks)
    works = schedule.next(hour: 10, minutes: 0...14)
    hasLunch = schedule.next(hour: 12, minutes: 0...44)
    let startsWell = startup.isOn && caffeination > Workday.caffeinationNeeded
    outcome = startsWell ? .shipped : .blamedTools
    let minutes = Int(hasLunch.timeIntervalSince(works)) / 60
    lines = startsWell ? desk.keyboard.type(minutes, dice) : 0
    blamed = startsWell ? [] : dice.pick(3, of: Repertoire.tools)
    lunchBreak = .seconds(60 * dice.roll(25...55))
    drinksMoreCoffee = schedule.next(hour: 14, minutes: 0...29)
    moreCups = dice.roll(1...3)
    celebrates = schedule.next(hour: 15, minutes: 0...29)
    tellsBoss = schedule.next(hour: 16, minutes: 30...59)
    answer = desk.boss.hear(outcome, dice)
    goesHome = schedule.next(hour: 17, minutes: 30...89)
    joke = dice.pick(Repertoire.jokes(about: outcome))
  }

  /// Cup after cup, until there is enough in the programmer.
  private static func drink(_ coffee: Coffee, dice: Dice) -> (cups: Int, caffeination: Int) {
    var cups = 0
    var caffeination = 0
    while caffeination <= caffeinationNeeded, cups < mostCups {
      cups += 1
      caffeination += coffee.drinkCup(dice)
    }
    return (cups, caffeination)
  }
}
