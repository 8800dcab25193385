import World

/// How often the program was started.
public struct Visits: World.Service {
  /// The number of visits.
  public var count: @Sendable () -> Int

  /// None.
  public static var mock: Visits { Visits(count: { 0 }) }
}

extension World {
  /// The visits of the user.
  public var visits: Visits {
    get { self[Visits.self] }
    set { self[Visits.self] = newValue }
  }
}
