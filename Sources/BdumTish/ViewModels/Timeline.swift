import Foundation

/// Puts a workday into words.
struct Timeline {
  private let workday: Workday
  private let programmer: String
  private let coffee: String
  private let format: LocalizedFormat

  init(_ workday: Workday, programmer: String, coffee: String, format: LocalizedFormat) {
    self.workday = workday
    self.programmer = programmer
    self.coffee = coffee
    self.format = format
  }

  /// What happens, from waking up to going home.
  var events: [Event] {
    let cake = workday.day.isProgrammersDay ? [celebration] : []
    return [wakingUp, firstCoffee, startup, plan, work, lunch, moreCoffee] + cake + [report, goingHome]
  }

  private var wakingUp: Event {
    let awake = format.duration(from: workday.day.start, to: workday.wakesUp)
    return event(workday.wakesUp, "Wakes up", "The day is \(awake) old.")
  }

  private var firstCoffee: Event {
    let (cups, level) = (format.number(workday.cups), format.number(workday.caffeination))
    let needed = format.number(Workday.caffeinationNeeded)
    return event(
      workday.drinksCoffee, "Drinks coffee",
      "\(cups) cups of \(coffee), caffeination \(level). It takes more than \(needed).")
  }

  private var startup: Event {
    let startup = workday.startup
    return event(
      workday.turnsComputerOn, "Turns the \(programmer) on",
      "It \(startup.impression), after \(format.duration(startup.wait)).")
  }

  private var plan: Event {
    event(workday.plans, "Makes a plan", "To do: \(format.list(workday.tasks)).")
  }

  private var work: Event {
    switch workday.outcome {
    case .shipped:
      let typing = format.duration(from: workday.works, to: workday.hasLunch)
      return event(
        workday.works, "Codes like the wind", "\(format.number(workday.lines)) lines in \(typing).")
    case .blamedTools:
      return event(workday.works, "Blames the tools", "It must be \(format.list(workday.blamed)).")
    }
  }

  private var lunch: Event {
    event(workday.hasLunch, "Has lunch", "For \(format.duration(workday.lunchBreak)), nothing can break.")
  }

  private var moreCoffee: Event {
    event(
      workday.drinksMoreCoffee, "Drinks more coffee",
      "Cups today: \(format.number(workday.cups + workday.moreCups)).")
  }

  private var celebration: Event {
    let (first, last) = (format.number(0), format.number(255))
    return event(workday.celebrates, "Eats cake", "The slices are numbered from \(first) to \(last).")
  }

  private var report: Event {
    event(workday.tellsBoss, "Tells the boss", "“\(workday.answer)”")
  }

  private var goingHome: Event {
    let atWork = format.duration(from: workday.turnsComputerOn, to: workday.goesHome)
    return event(workday.goesHome, "Goes home", "\(atWork) after turning the \(programmer) on.")
  }

  private func event(_ moment: Date, _ title: String, _ detail: String) -> Event {
    Event(moment: moment, localTime: format.time(moment), title: title, detail: detail)
  }
}
