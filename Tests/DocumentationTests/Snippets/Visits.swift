import World

public struct Visits: World.Service {
  public var count: @Sendable () -> Int

  public static var mock: Visits { Visits(count: { 0 }) }
}

extension World {
  /// Who visits.
  @inlinable public var visits: Visits {
    get { self[Visits.self] }
    set { self[Visits.self] = newValue }
  }
}
