// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import World
import WorldSimulation
import WorldStorage

/// Sets up the world, and keeps what the program needs from then on.
struct Launch: Sendable {
  let arguments: Arguments
  /// The worlds of the columns; none without `--beside`.
  let beside: [World.Simulation]
  /// The date of the day, in the world's time. It is read once: a fast clock may pass midnight during the launch.
  let date: Date
  /// The seed of the world's random numbers.
  let seed: UInt64
  /// Suspends in real time, also in a simulated world.
  let sleep: @Sendable (Duration) async throws -> Void
  /// The reason why an event couldn't be written; `nil` if all were.
  let lostEvent: @Sendable () -> World.UnwritableFile?

  /// - Parameters:
  ///   - words: The command line.
  ///   - settings: Where settings are kept; by default a file in the user's folder.
  ///   - world: The world to set up.
  init(_ words: [String], settings: World.Settings?, in world: inout World) throws {
    // In whole milliseconds, like a clock's anchor. A fast clock would turn the rest into minutes.
    let start = world.date().inMilliseconds
    sleep = world.sleep
    let (simulation, rest) = try World.Simulation.read(
      arguments: words, environment: world.variables.all(), now: start)
    arguments = try Arguments(rest, simulation)
    // Before any file is created.
    beside = try arguments.beside.map(World.Simulation.init(column:))
    date = simulation.date?.date(at: start) ?? start

    world.use(simulation)
    // The same date has the same random numbers.
    seed = simulation.seed ?? UInt64(max(0, LocalDay(containing: date, in: world.timezone()).number))
    if simulation.seed == nil { world.random = .seeded(seed) }
    // Foundation ignores HOME on Linux.
    let home = world.variables["HOME"] ?? NSHomeDirectory()
    world.settings = settings ?? .file(at: home + "/.bdum-tish.json")
    world.coffee = .of(arguments.coffee)
    let loss = Mutex<World.UnwritableFile?>(nil)
    lostEvent = { loss.withLock { $0 } }
    world.analytics =
      try arguments.analyticsPath.map {
        try .jsonLines(appendingTo: $0, onLoss: { reason in loss.withLock { $0 = $0 ?? reason } })
      } ?? .discarding
  }
}

extension World.Simulation {
  /// Creates the simulation of a column: a locale, a time zone, or both, such as `fr_FR Asia/Tokyo`.
  init(column text: String) throws {
    let flags = text.split(separator: " ").map(String.init).flatMap { word in
      let isZone = word.contains("/") || TimeZone(identifier: word) != nil && !word.contains("_")
      return [isZone ? "--timezone" : "--locale", word]
    }
    self = try World.Simulation.read(arguments: flags, environment: [:]).simulation
  }
}
