import Foundation
import Synchronization
import World
import WorldSimulation

extension World {
  /// This world as it is in a run: changed by the run's draw, and in a time that the run's scheduler knows.
  func drawn(_ draw: Draw, in run: Scheduler) -> World {
    var world = self
    if !world.hasTimeMachine { world.use(TimeMachine(frozenAt: world.date())) }
    let (time, start) = (world.time, world.time.now)
    run.use(time)
    // A world that isn't made anew has the same machine in each run.
    if time.motion == .frozen { run.atEnd { time.jump(to: start) } }
    for dimension in Dimension.all { dimension.apply(&world, draw, run) }
    return world
  }
}

/// What a run read of its world.
final class Reads: Sendable {
  private let bits = Atomic<Int>(0)

  func note(_ dimensions: Exploration.Dimensions) { bits.bitwiseOr(dimensions.rawValue, ordering: .relaxed) }

  var dimensions: Exploration.Dimensions {
    Exploration.Dimensions(rawValue: bits.load(ordering: .relaxed))
  }
}
