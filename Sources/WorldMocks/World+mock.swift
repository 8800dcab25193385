// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import World
import WorldSimulation

extension World {
  /// A world in which everything is fixed and deterministic, for tests and previews.
  ///
  /// ```swift
  /// withWorld(.mock) { Current.date() }      // 2018-08-28 12:27:31 +0000
  /// @Test(.world(.mock)) func greets() { … }
  /// ```
  ///
  /// | dependency | in this world |
  /// | --- | --- |
  /// | `date` | 2018-08-28 12:27:31 UTC, 557152051 s after the reference date, until time is moved |
  /// | `timezone`, `locale` | Europe/London, en_GB |
  /// | `calendar` | derived from them: Gregorian, until the locale is changed |
  /// | `uuid` | counts: `00000000-0000-0000-0000-000000000001`, `…2` |
  /// | `random` | the same numbers each time; others in each test and case, where the test is known |
  /// | `sleep` | suspends until time is moved to its end; throws when the task is cancelled |
  /// | `clock` | agrees with `date` and `sleep`, unless one of these is assigned |
  /// | `analytics` | prints |
  /// | `settings` | in memory, empty |
  /// | services of modules | their `mock`, built once |
  ///
  /// Time stands still until a time machine of the module `WorldSimulation` moves it:
  ///
  /// ```swift
  /// await Current.time.advance(by: .seconds(30))       // ends sleeps of 30 s
  /// ```
  ///
  /// In a preview, nothing moves time; let it pass: `.mock.using(TimeMachine(startingAt: launchDay))`.
  ///
  /// Each read of `.mock` creates a world with its own counters, settings, time and mocks. Copies of a world share them.
  public static var mock: World { mock(at: Date(timeIntervalSinceReferenceDate: 557_152_051)) }

  /// Creates a mock world at a date.
  static func mock(at date: Date) -> World {
    World(mock: {
      $0.useAsMock(TimeMachine(mockAt: TimeMachine.Instant(date)))
      let (timezone, locale) = (TimeZone(identifier: "Europe/London") ?? .gmt, Locale(identifier: "en_GB"))
      $0.timezone = { timezone }
      $0.locale = { locale }
      $0.uuid = countingUUIDs()
      $0.random = .seeded(IssueReporter.tests?.seed ?? 0)
      $0.analytics = .mock
      $0.settings = .inMemory()
    })
  }
}

extension World {
  /// Returns a closure whose identifiers count from 1: `00000000-0000-0000-0000-000000000001`, then `…2`.
  ///
  /// ```swift
  /// world.uuid = World.countingUUIDs()
  /// ```
  ///
  /// Each returned closure has its own counter.
  ///
  /// **Thread-safety.** The closure may be called on any thread. It counts in the order of the calls.
  public static func countingUUIDs() -> @Sendable () -> UUID {
    let count = Atomic<UInt64>(0)
    return {
      // An audit doesn't change the counter.
      let ahead = IssueReporter.drawIfCollecting()
      let number =
        ahead.map { count.load(ordering: .relaxed) &+ $0 } ?? count.add(1, ordering: .relaxed).newValue
      var bytes = [UInt8](repeating: 0, count: 16)
      for index in 0..<8 { bytes[15 - index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }
}
