import Foundation
import World

/// A service that a module adds, assigned before any other, so that it is the last to be found.
struct Clock: World.Service {
  var date: @Sendable () -> Date

  static var mock: Clock { Clock(date: DateClosure.capturingNothing.closure) }
}

/// One that nobody assigns.
struct LiveClock: World.LiveService {
  var date: @Sendable () -> Date

  static var live: LiveClock { LiveClock(date: DateClosure.capturingNothing.closure) }
  static var mock: LiveClock { live }
}

/// As many other services as are asked for: `Filler<Zero>`, `Filler<Next<Zero>>`, …
struct Filler<Number>: World.Service {
  var date: @Sendable () -> Date

  static var mock: Filler { Filler(date: DateClosure.capturingNothing.closure) }
}
enum Zero {}
enum Next<Number> {}

extension World {
  /// This world with `count` services assigned, ``Clock`` the first of them.
  func assigning(services count: Int, _ date: DateClosure = .capturingNothing) -> World {
    var world = self
    world[Clock.self] = Clock(date: date.closure)
    world.assignFillers(count - 1, from: Zero.self)
    return world
  }

  private mutating func assignFillers<Number>(_ count: Int, from number: Number.Type) {
    guard count > 0 else { return }
    self[Filler<Number>.self] = .mock
    assignFillers(count - 1, from: Next<Number>.self)
  }
}
