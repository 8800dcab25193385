import Foundation
import Synchronization
import World
import WorldSimulation

extension World {
  /// This world as it is in a run: changed by the run's draw, and in the time of its scheduler.
  func drawn(in run: Scheduler) -> World {
    var world = self
    for dimension in Dimension.all { dimension.apply(&world, run) }
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

extension RealTime {
  /// The virtual time of a run.
  init(in run: Scheduler) {
    self.init(
      elapsed: { run.now }, date: { .distantPast + run.now / .seconds(1) },
      sleep: { duration in
        run.reads.note(.durations)
        try await run.sleep(duration)
      })
    isVirtual = true
  }
}
