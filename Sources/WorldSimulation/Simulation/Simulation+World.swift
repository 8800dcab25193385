import World

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Simulation {
  /// Changes a world's parts; the rest stays as it was.
  ///
  /// ```swift
  /// World.bootstrap { simulation.apply(to: &$0) }
  /// ```
  ///
  /// `sleep` obeys the same clock as `date`: at 60x a minute's sleep takes a second. With a frozen date, sleeps
  /// take their real time, since nobody would ever end them.
  ///
  /// Of several simulations of a world the last one counts, part by part. Dates are always reckoned from the
  /// world's time before it was simulated at all.
  public func apply(to world: inout World) {
    guard !isEmpty else { return }
    world.note(.simulation, { $0.simulation.description }, changes: assign)
  }

  private func assign(to world: inout World) {
    var simulated = world.simulated
    let real = simulated.real ?? SimulatedWorld.Real(date: world.date, sleep: world.sleep)
    simulated.real = real
    simulated.simulation = simulated.simulation.adding(self)
    if date != nil { simulated.time = nil }
    world.simulated = simulated
    if let locale { world.locale = { locale } }
    if let timezone { world.timezone = { timezone } }
    if let seed { world.random = .seeded(seed) }
    if let date {
      world.date = { date.date(at: real.date()) }
      world.sleep = date.sleep(in: real)
    }
    if let calendar = calendar {
      // The calendar belongs to the same place and language as the rest of the world.
      world.calendar = { [timezone = world.timezone, locale = world.locale] in
        var calendar = Calendar(identifier: calendar)
        calendar.timeZone = timezone()
        calendar.locale = locale()
        return calendar
      }
    }
  }
}

extension World {
  /// This world, simulated.
  ///
  /// ```swift
  /// withWorld(Current.simulating(simulation)) { HomeBuilder.build() }
  /// ```
  public func simulating(_ simulation: Simulation) -> World {
    var world = self
    simulation.apply(to: &world)
    return world
  }

  /// What is simulated in this world; empty in a live one. Where a time machine drives the world, the date is that
  /// machine's now, and moves as it does; one that moves by steps has none that could be handed on.
  ///
  /// ```swift
  /// child.environment = Current.simulation.environment(addingTo: environment)
  /// ```
  public var simulation: Simulation {
    let simulated = simulated
    guard let time = simulated.time else { return simulated.simulation }
    var simulation = simulated.simulation
    simulation.date = SimulatedDate(time.anchor)
    return simulation
  }

  /// Notes that a time machine drives this world, in place of a simulated date.
  mutating func note(_ time: TimeMachine) { simulated.time = time }

  fileprivate var simulated: SimulatedWorld {
    get { self[SimulatedWorld.self] }
    set { self[SimulatedWorld.self] = newValue }
  }
}

extension SimulatedDate {
  fileprivate func sleep(in real: SimulatedWorld.Real) -> @Sendable (Duration) async throws -> Void {
    guard case .running(let rate, _) = motion else { return real.sleep }
    // Longer than anybody waits; as long as a duration can be, it couldn't be divided. What is negative is none.
    let longest = Duration.seconds(1_000_000_000_000)
    return { try await real.sleep(min(max($0, .zero), longest) / rate) }
  }
}

/// What a world remembers of its simulation.
private struct SimulatedWorld: World.LiveService, World.HiddenService {
  /// Time as it was before.
  struct Real: Sendable {
    var date: @Sendable () -> Date
    var sleep: @Sendable (Duration) async throws -> Void
  }

  var simulation = Simulation()
  var real: Real?
  /// What drives the world's time since, if anything does.
  var time: TimeMachine?

  static var live: SimulatedWorld { SimulatedWorld() }
  static var mock: SimulatedWorld { SimulatedWorld() }
}

extension Simulation {
  /// Real time in the world in force, which dates that move are anchored to.
  @usableFromInline static func realDate() -> Date {
    // check-world: allow the anchor of dates that move
    let world = Current
    return world.simulated.real.map { $0.date() } ?? world.date()
  }
}
