import World
import WorldSimulation

/// Builds the description of the current world.
enum WorldBuilder {
  /// - Parameter launch: How the world was set up, since a closure doesn't tell where it comes from.
  static func build(_ launch: Launch) -> WorldViewModel {
    let simulation = launch.simulation
    let isPlaceSimulated = simulation.timezone != nil || simulation.locale != nil
    let seed = simulation.seed ?? Launch.seed(of: Current)
    let date = Current.date()
    let format = FormatBuilder.build()
    return WorldViewModel(dependencies: [
      .init(
        "date", date.iso8601(in: format.timeZone), rendered: format.dayAndTime(date),
        isSimulated: simulation.date != nil),
      .init(
        "calendar", format.calendarName,
        isSimulated: simulation.calendar != nil || isPlaceSimulated),
      .init("timezone", format.timeZoneName, isSimulated: simulation.timezone != nil),
      .init("locale", Current.locale().identifier, isSimulated: simulation.locale != nil),
      .init("uuid", "a new one each time"),
      .init("random", "seed \(seed)", isSimulated: simulation.seed != nil || simulation.date != nil),
      sleep(at: simulation.date?.rate ?? 0),
      .init("analytics", launch.analyticsPath ?? "none"),
      .init("settings", "last programmer: \(Current.settings.lastProgrammer.rawValue)"),
      .init("computer", Current.computer.name),
      .init("coffee", Current.coffee.name),
      .init("keyboard", Current.keyboard.name),
      .init("boss", Current.boss.name),
    ])
  }

  /// Where the date is frozen, sleeps take their real time.
  private static func sleep(at rate: Double) -> WorldViewModel.Dependency {
    guard rate != 0, rate != 1 else { return .init("sleep", "in real time") }
    return .init(
      "sleep", "\(Int(exactly: rate).map { "\($0)" } ?? "\(rate)") times as fast", isSimulated: true)
  }
}
