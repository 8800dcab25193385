import Foundation

/// Puts a workday into the words of a language.
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
    scenes.map { moment, scene in
      let caption = caption(of: scene)
      return Event(
        moment: moment, localTime: format.time(moment), title: caption.title, detail: caption.detail)
    }
  }

  var title: String { text(of: .title(computer: programmer)) }

  /// A line takes its direction from how it begins, and some terminals lose an invisible mark that nothing precedes. So
  /// what has the direction of the language comes first.
  var subtitle: String {
    let day = format.day(workday.day.start)
    return format.language.isRightToLeft
      ? "\(day) · \(Isolation.isolate(format.timeZoneName))" : "\(format.timeZoneName) · \(day)"
  }

  /// What is special about the day.
  var remarks: [String] {
    let day = workday.day
    var remarks: [Remark] = []
    if day.hours != 24 { remarks.append(.unusualLength(day.length, isShort: day.hours < 24)) }
    if day.isProgrammersDay { remarks.append(.programmersDay(ordinal: 256)) }
    return remarks.map(text)
  }

  var punchline: String { text(of: .punchline(joke: workday.joke)) }

  private func text(of remark: Remark) -> String {
    say { try $0.language.remark(remark, $0) } ?? ""
  }

  private func caption(of scene: Scene) -> Language.Caption {
    say { try $0.language.scene(scene, $0) } ?? ("", "")
  }

  /// Says a sentence. Where the language lacks a phrase of it, all of it is English, which lacks none.
  private func say<Text>(_ sentence: (Language.Words) throws -> Text) -> Text? {
    (try? sentence(words(format.language))) ?? (try? sentence(words(.english)))
  }

  private func words(_ language: Language) -> Language.Words { .init(language: language, format: format) }

  private var scenes: [(Date, Scene)] {
    let day = workday
    let cake: [(Date, Scene)] = day.day.isProgrammersDay ? [(day.celebrates, .cake(first: 0, last: 255))] : []
    return [
      (day.wakesUp, .wakingUp(after: time(from: day.day.start, to: day.wakesUp))),
      (
        day.drinksCoffee,
        .coffee(
          cups: day.cups, of: coffee, caffeination: day.caffeination, needed: Workday.caffeinationNeeded)
      ),
      (
        day.turnsComputerOn,
        .startup(of: programmer, impression: day.startup.impression, wait: day.startup.wait)
      ),
      (day.plans, .plan(tasks: day.tasks)),
      (day.works, work),
      (day.hasLunch, .lunch(day.lunchBreak)),
      (day.drinksMoreCoffee, .moreCoffee(cupsToday: day.cups + day.moreCups)),
    ] + cake + [
      (day.tellsBoss, .report(answer: day.answer)),
      (day.goesHome, .goingHome(from: programmer, after: time(from: day.turnsComputerOn, to: day.goesHome))),
    ]
  }

  private var work: Scene {
    switch workday.outcome {
    case .shipped: .coding(lines: workday.lines, time: time(from: workday.works, to: workday.hasLunch))
    case .blamedTools: .blaming(tools: workday.blamed)
    }
  }

  private func time(from start: Date, to end: Date) -> Duration { .seconds(end.timeIntervalSince(start)) }
}
