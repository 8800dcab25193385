import Foundation
import World
import WorldSimulation
import WorldStorage

/// Sets the world up, once.
struct Launch: Sendable {
  var programmer: Programmer
  var coffee: CoffeeChoice
  var simulation: Simulation
  var analyticsPath: String?
  var settings: Settings
  /// Whose day it is, in the world's time; by default now.
  var date: Date?
  /// Called with the reason when an event couldn't be written.
  var eventWasLost: @Sendable (Analytics.UnwritableFile) -> Void = { _ in }

  func bootstrap() throws(Analytics.UnwritableFile) {
    try World.bootstrap { world throws(Analytics.UnwritableFile) in
      world.use(simulation)
      if simulation.seed == nil { world.random = .seeded(Launch.seed(of: world, on: date)) }
      world.settings = settings
      world.analytics = try analytics()
      world.computer = programmer.computer
      world.coffee = coffee.coffee
    }
  }

  /// The same day brings the same luck.
  static func seed(of world: World, on date: Date? = nil) -> UInt64 {
    UInt64(max(0, LocalDay(containing: date ?? world.date(), in: world.timezone()).number))
  }

  private func analytics() throws(Analytics.UnwritableFile) -> Analytics {
    guard let analyticsPath else { return .discarding }
    return try .jsonLines(appendingTo: analyticsPath, date: { Current.date() }, onLoss: eventWasLost)
  }
}
