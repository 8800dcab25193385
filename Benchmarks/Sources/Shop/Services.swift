import Foundation
import World

/// A service of one closure, with an accessor that is `@inlinable`.
public struct Clock: World.LiveService {
  /// Returns the time.
  public var date: @Sendable () -> Date

  /// A clock.
  public init(date: @escaping @Sendable () -> Date) { self.date = date }

  /// A constant date.
  public static var live: Clock { Clock(date: { Date(timeIntervalSinceReferenceDate: 1) }) }
  /// The same.
  public static var mock: Clock { live }
}

/// A service of ten closures.
public struct Clocks: World.LiveService {
  /// The closures.
  public var first, second, third, fourth, fifth: @Sendable () -> Date
  /// The closures.
  public var sixth, seventh, eighth, ninth, tenth: @Sendable () -> Date

  /// Creates the service with ten copies of a closure.
  public init(all date: @escaping @Sendable () -> Date) {
    (first, second, third, fourth, fifth) = (date, date, date, date, date)
    (sixth, seventh, eighth, ninth, tenth) = (date, date, date, date, date)
  }

  /// A constant date.
  public static var live: Clocks { Clocks(all: { Date(timeIntervalSinceReferenceDate: 1) }) }
  /// The same.
  public static var mock: Clocks { live }
}

extension World {
  /// The service of one closure.
  @inlinable public var clock: Clock {
    get { self[Clock.self] }
    set { self[Clock.self] = newValue }
  }

  /// The service of ten closures.
  @inlinable public var clocks: Clocks {
    get { self[Clocks.self] }
    set { self[Clocks.self] = newValue }
  }
}

extension World {
  /// The service of ten closures, through an accessor without an attribute.
  public var plainClocks: Clocks {
    get { self[Clocks.self] }
    set { self[Clocks.self] = newValue }
  }
}

/// Any number of other services: `Filler<Zero>`, `Filler<Next<Zero>>`, …
private struct Filler<Number>: World.Service {
  var date: @Sendable () -> Date

  static var mock: Filler { Filler(date: { Date(timeIntervalSinceReferenceDate: 1) }) }
}
private enum Zero {}
private enum Next<Number> {}

extension World {
  /// This world with `count` services assigned, the two above first.
  public func assigning(services count: Int, date: @escaping @Sendable () -> Date) -> World {
    var world = self
    world.clock = Clock(date: date)
    world.clocks = Clocks(all: date)
    world.assignFillers(count - 2, from: Zero.self)
    return world
  }

  private mutating func assignFillers<Number>(_ count: Int, from number: Number.Type) {
    guard count > 0 else { return }
    self[Filler<Number>.self] = .mock
    assignFillers(count - 1, from: Next<Number>.self)
  }
}
