// SPDX-License-Identifier: MIT

import Foundation

/// What a programmer has, and can do: values, and functions of services.
struct Desk: Sendable {
  var computer: String
  var coffee: Coffee.Kind
  var turnOn: @Sendable () -> Computer.Startup
  /// Drinks a cup, and returns the caffeination it adds.
  var drinkCup: @Sendable () -> Int
  /// Types for some minutes, and returns the number of new lines of code.
  var type: @Sendable (_ minutes: Int) -> Int
  /// Tells the boss how the day went.
  var report: @Sendable (Outcome) -> Boss.Answer
}

/// How a day goes.
enum Outcome: String, Sendable { case shipped, blamedTools }

/// The facts of a programmer's day, without words.
struct Workday: Sendable {
  /// A programmer who has had more than this starts well.
  static let caffeinationNeeded = 20
  /// After this many cups, a programmer gives up.
  static let mostCups = 6

  /// The events, from waking up to going home.
  let scenes: [(moment: Date, scene: Scene)]
  let outcome: Outcome
  let joke: Joke

  /// Rolls the dice in the order of the events, so the same dice make the same day.
  init(at desk: Desk, on day: LocalDay, dice: Dice) {
    var schedule = Schedule(day: day, dice: dice, latest: day.start)
    let wakesUp = schedule.next(hour: 6, minutes: 30...89)
    let drinksCoffee = schedule.next(hour: 7, minutes: 45...74)
    let (cups, caffeination) = Workday.drink(desk.drinkCup)
    let coffee = Scene.coffee(
      cups: cups, of: .coffee(desk.coffee), caffeination: caffeination,
      needed: Workday.caffeinationNeeded)
    let turnsComputerOn = schedule.next(hour: 8, minutes: 45...74)
    let startup = desk.turnOn()
    let plans = schedule.next(hour: 9, minutes: 30...44)
    let chores = dice.pick(3, of: Chore.allCases)
    let works = schedule.next(hour: 10, minutes: 0...14)
    let hasLunch = schedule.next(hour: 12, minutes: 0...44)
    let startsWell = startup.isOn && caffeination > Workday.caffeinationNeeded
    outcome = startsWell ? .shipped : .blamedTools
    let minutes = Int(hasLunch.timeIntervalSince(works)) / 60
    let work: Scene =
      startsWell
      ? .coding(lines: desk.type(minutes), time: works.duration(to: hasLunch))
      : .blaming(dice.pick(3, of: Tool.allCases).map(Phrase.tool))
    var scenes: [(Date, Scene)] = [
      (wakesUp, .wakingUp(after: day.start.duration(to: wakesUp))), (drinksCoffee, coffee),
      (
        turnsComputerOn, .startup(of: desk.computer, .impression(startup.impression), wait: startup.wait)
      ),
      (plans, .plan(chores.map(Phrase.chore))), (works, work),
      (hasLunch, .lunch(.seconds(60 * dice.roll(25...55)))),
      (schedule.next(hour: 14, minutes: 0...29), .moreCoffee(cupsToday: cups + dice.roll(1...3))),
    ]
    let celebrates = schedule.next(hour: 15, minutes: 0...29)
    if day.isProgrammersDay { scenes.append((celebrates, .cake(first: 0, last: 255))) }
    scenes.append(
      (schedule.next(hour: 16, minutes: 30...59), .report(.answer(desk.report(outcome)))))
    let goesHome = schedule.next(hour: 17, minutes: 30...89)
    scenes.append(
      (goesHome, .goingHome(from: desk.computer, after: turnsComputerOn.duration(to: goesHome))))
    self.scenes = scenes
    joke = dice.pick(Joke.about(outcome))
  }

  /// Drinks until there is enough caffeine in the programmer.
  private static func drink(_ cup: () -> Int) -> (cups: Int, caffeination: Int) {
    var (cups, caffeination) = (0, 0)
    while caffeination <= caffeinationNeeded, cups < mostCups {
      cups += 1
      caffeination += cup()
    }
    return (cups, caffeination)
  }
}

/// Chooses the times of a day, one after the other.
struct Schedule {
  let day: LocalDay
  let dice: Dice
  /// The last chosen time; at first, the start of the day.
  var latest: Date

  /// Chooses a minute after the hour, and never an earlier time than the last one, even where clocks jump.
  mutating func next(hour: Int, minutes: ClosedRange<Int>) -> Date {
    let minutes = hour * 60 + dice.roll(minutes)
    latest = max(latest, day.moment(atHour: minutes / 60, minute: minutes % 60))
    return latest
  }
}

extension Date {
  fileprivate func duration(to end: Date) -> Duration { .seconds(end.timeIntervalSince(self)) }
}
