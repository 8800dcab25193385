import Foundation
import World

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
  /// | `date` | 557152051 s after the reference date: 2018-08-28 12:27:31 UTC |
  /// | `timezone`, `locale` | Europe/London, en_GB |
  /// | `calendar` | derived from them: Gregorian, until the locale is changed |
  /// | `uuid` | counts: `00000000-0000-0000-0000-000000000001`, `…2` |
  /// | `random` | the same numbers each time |
  /// | `sleep` | returns at once; throws when the task is cancelled |
  /// | `analytics` | prints |
  /// | `settings` | in memory, empty |
  /// | services of modules | their `mock`, built once per scope |
  ///
  /// Each read of `.mock` creates a world with counters and settings of its own. Copies of a world share them.
  public static var mock: World {
    World(
      date: { Date(timeIntervalSinceReferenceDate: 557_152_051) },
      timezone: TimeZone(identifier: "Europe/London") ?? .gmt,
      locale: Locale(identifier: "en_GB"),
      uuid: countingUUIDs(),
      random: .seeded(0),
      sleep: { _ in try Task.checkCancellation() },
      analytics: .mock,
      settings: .inMemory()
    ).resolvingMocks()
  }
}
