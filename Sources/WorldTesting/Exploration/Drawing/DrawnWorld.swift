import Foundation
import Synchronization
import World
import WorldMocks
import WorldSimulation

/// What a run read of its world.
final class Reads: Sendable {
  private let bits = Atomic<Int>(0)

  func note(_ dimensions: Exploration.Dimensions) { bits.bitwiseOr(dimensions.rawValue, ordering: .relaxed) }

  var dimensions: Exploration.Dimensions {
    Exploration.Dimensions(rawValue: bits.load(ordering: .relaxed))
  }
}

extension World {
  /// This world as it is in a run: changed by the run's draw, and in the time of its scheduler.
  func drawn(in scheduler: Scheduler) -> World {
    let draw = scheduler.draw
    let reads = scheduler.reads
    var world = self
    let start = draw.date.map { date in { @Sendable in date } } ?? world.date
    if world.hasTimeMachine {
      world.useAsMock(
        TimeMachine(
          at: TimeMachine.Instant(draw.date ?? world.time.date), motion: .ticking(rate: .realTime),
          real: RealTime(in: scheduler)))
    }
    world.elapsed = { scheduler.now }
    world.date = {
      reads.note(.date)
      let passed = scheduler.now
      return passed == .zero ? start() : start().addingTimeInterval(passed / .seconds(1))
    }
    world.sleep = { duration in
      reads.note(.durations)
      try await scheduler.sleep(duration)
    }
    // Two closures that are the same but for a note: which zone or locale is read is known only by the call.
    let zone = draw.timeZone.flatMap { TimeZone(identifier: $0) }
    world.timezone = { [timezone = world.timezone] in
      reads.note(.timeZone)
      return zone ?? timezone()
    }
    let drawnLocale = draw.locale.map { Locale(identifier: $0) }
    world.locale = { [locale = world.locale] in
      reads.note(.locale)
      return drawnLocale ?? locale()
    }
    if let identifier = draw.calendar.flatMap(Calendar.Identifier.init(name:)) {
      world.calendar = { [timezone = world.timezone, locale = world.locale] in
        var calendar = Calendar(identifier: identifier)
        calendar.locale = locale()
        calendar.timeZone = timezone()
        return calendar
      }
    }
    let random = draw.randomSeed.map { RandomSource.seeded($0) } ?? world.random
    world.random = RandomSource {
      reads.note(.randomSeed)
      return random.next()
    }
    let uuid = draw.identifiers.map { World.randomUUIDs(seed: $0) } ?? world.uuid
    world.uuid = {
      reads.note(.identifiers)
      return uuid()
    }
    return world
  }

  /// Identifiers in no order, as live ones are.
  private static func randomUUIDs(seed: UInt64) -> @Sendable () -> UUID {
    let random = RandomSource.seeded(seed)
    return {
      let (high, low) = (random.next(), random.next())
      func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
      }
      // Version 4, variant 1, as `UUID()` makes them.
      return UUID(
        uuid: (
          byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
          byte(high, 6) & 0x0F | 0x40, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1), byte(low, 2),
          byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
        ))
    }
  }
}

extension RealTime {
  /// The virtual time of a run.
  fileprivate init(in scheduler: Scheduler) {
    self.init(
      elapsed: { scheduler.now }, date: { .distantPast + scheduler.now / .seconds(1) },
      sleep: { duration in
        scheduler.reads.note(.durations)
        try await scheduler.sleep(duration)
      })
    isVirtual = true
  }
}
