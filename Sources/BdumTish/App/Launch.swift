// SPDX-License-Identifier: MIT

import Foundation
import World
import WorldSimulation
import WorldStorage

/// Sets the world up, once.
struct Launch: Sendable {
  var programmer: Programmer
  var arguments: Arguments
  var settings: World.Settings
  /// Whose day it is, in the world's time; by default now.
  var date: Date?
  /// Called with the reason when an event couldn't be written.
  var eventWasLost: @Sendable (World.Analytics.UnwritableFile) -> Void = { _ in }

  func bootstrap() throws(World.Analytics.UnwritableFile) {
    try World.bootstrap { world throws(World.Analytics.UnwritableFile) in
      world.use(arguments.simulation)
      if arguments.simulation.seed == nil { world.random = .seeded(seed(of: world)) }
      world.settings = settings
      world.analytics = try analytics()
      world.computer = programmer.computer
      world.coffee = .of(arguments.coffee)
    }
  }

  /// The seed of the world's luck. The same day brings the same.
  func seed(of world: World) -> UInt64 {
    let day = LocalDay(containing: date ?? world.date(), in: world.timezone())
    return arguments.simulation.seed ?? UInt64(max(0, day.number))
  }

  private func analytics() throws(World.Analytics.UnwritableFile) -> World.Analytics {
    guard let path = arguments.analyticsPath else { return .discarding }
    return try .jsonLines(appendingTo: path, onLoss: eventWasLost)
  }
}

extension World.Simulation {
  /// The world of one column: a locale, a time zone, or both, as in `fr_FR Asia/Tokyo`.
  init(column text: String) throws {
    let flags = text.split(separator: " ").map(String.init).flatMap { word in
      let isZone = word.contains("/") || TimeZone(identifier: word) != nil && !word.contains("_")
      return [isZone ? "--timezone" : "--locale", word]
    }
    self = try World.Simulation.read(arguments: flags, environment: [:]).simulation
  }
}
