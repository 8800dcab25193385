// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program's environment as one value: time, time zone, language, analytics, settings and the program's own services.
///
/// A dependency is a closure or a struct of closures. To replace one, assign another closure:
///
/// ```swift
/// var world = World()
/// world.date = { Date(timeIntervalSinceReferenceDate: 557_152_051) }
/// world.date()                       // 2018-08-28 12:27:31 +0000
/// ```
///
/// The current world is the global ``Current``. `withWorld` makes another one current while an operation runs. In the live
/// world, `World()`, dependencies use the system. In a mock world, such as `World.mock` of the module `WorldMocks`, they are
/// fixed and deterministic.
///
/// A world is a value: copies are independent. It is `Sendable`, and so are its closures.
public struct World: Sendable {
  /// The time.
  ///
  /// Live, the system's clock. In a mock world, 2018-08-28 12:27:31 UTC, until the test moves time. The difference between two
  /// dates isn't a duration; to measure durations, use ``clock``.
  ///
  /// ```swift
  /// let startedAt = Current.date()
  /// ```
  public var date: @Sendable () -> Date { didSet { assignments.insert(.date) } }

  /// The user's time zone.
  ///
  /// Live, the user's; on Linux, the one that `TZ` names, or else the system's. In a mock world, Europe/London. ``calendar`` uses
  /// it, unless a calendar was set explicitly.
  ///
  /// ```swift
  /// Current.timezone().secondsFromGMT(for: Current.date())
  /// ```
  public var timezone: @Sendable () -> TimeZone { didSet { assignments.insert(.timezone) } }

  /// The user's language and region.
  ///
  /// Live, the user's; on Linux, the first of `LC_ALL`, `LC_TIME` and `LANG` that is set and not empty. In a mock world, en_GB.
  /// ``calendar`` uses it, unless a calendar was set explicitly.
  ///
  /// ```swift
  /// Current.date().formatted(Date.FormatStyle(locale: Current.locale()))
  /// ```
  public var locale: @Sendable () -> Locale { didSet { assignments.insert(.locale) } }

  /// A new identifier at each call.
  ///
  /// Live, a random one. In a mock world, identifiers count from 1: `00000000-0000-0000-0000-000000000001`, then `…2`.
  ///
  /// ```swift
  /// let order = Order(id: Current.uuid())
  /// ```
  public var uuid: @Sendable () -> UUID { didSet { assignments.insert(.uuid) } }

  /// A source of random numbers.
  ///
  /// Live, the system's generator. In a mock world, one with a fixed seed.
  ///
  /// ```swift
  /// let roll = Current.random { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var random: RandomSource { didSet { assignments.insert(.random) } }

  /// Suspends the task for a duration. Throws `CancellationError` at once when the task is cancelled. Returns at once
  /// for zero and negative durations.
  ///
  /// Live, the task sleeps in real time. In a mock world, time stands still and the task sleeps until the test moves time, for
  /// example with `await Current.time.advance(by: .seconds(3))` of the module `WorldSimulation`.
  ///
  /// ```swift
  /// try await Current.sleep(.seconds(3))
  /// ```
  public var sleep: @Sendable (Duration) async throws -> Void { didSet { assignments.insert(.sleep) } }

  /// Receives the program's events. See ``World/Analytics``.
  ///
  /// Live, there is no sink, and each event is reported as an issue: assign a sink at launch. In a mock world, events are printed.
  public var analytics: Analytics { didSet { assignments.insert(.analytics) } }

  /// Values that persist between runs. See ``World/Settings``.
  ///
  /// Live, there is no store, and each use is reported as an issue: assign a store at launch. In a mock world, a store in memory.
  public var settings: Settings { didSet { assignments.insert(.settings) } }

  /// A calendar that was set explicitly; `nil` if the calendar is derived from time zone and locale.
  package var explicitCalendar: @Sendable (_ locale: () -> Locale, _ timezone: () -> TimeZone) -> Calendar? {
    didSet { assignments.insert(.calendar) }
  }

  /// The time since an origin, for ``clock``.
  package var elapsed: ElapsedTime { didSet { assignments.insert(.clock) } }

  var services = Services()

  var assignments = Assignments()

  /// The number of the scope in which this world, or the one that it was copied from, was current; 0 if none. In a write, the number
  /// of the write.
  var scopeNumber: UInt64 = 0

  /// The test that this world is current for.
  package internal(set) var test: (any AnyTestRun)?

  /// The user's calendar.
  ///
  /// Unless one is set explicitly, it is the calendar of this world's ``locale``, in this world's ``timezone``. A calendar that is
  /// set explicitly is returned unchanged, with its own time zone. In a test, setting another time zone later is reported.
  ///
  /// ```swift
  /// Current.timezone = { tokyo }
  /// Current.calendar().timeZone        // tokyo
  /// ```
  ///
  /// A derived calendar is built at each call. Store it in a variable before a loop.
  ///
  /// To change it temporarily, use `withWorld`. Don't restore it by assigning a calendar that you read before: that sets it
  /// explicitly.
  public var calendar: @Sendable () -> Calendar {
    get {
      { [explicitCalendar, timezone, locale] in
        if let calendar = explicitCalendar(locale, timezone) { return calendar }
        let locale = locale()
        var calendar = Calendar(identifier: locale.calendar.identifier)
        calendar.locale = locale
        calendar.timeZone = timezone()
        return calendar
      }
    }
    set { explicitCalendar = { _, _ in newValue() } }
  }

  /// Creates a live world with the given values. If it is current in a test, the use of any other value is reported: start from
  /// `World.mock`, or, on purpose, from ``live``.
  ///
  /// ```swift
  /// World()                                                    // the live world
  /// Current = World(
  ///   date: { Date(timeIntervalSinceReferenceDate: 557_152_051) },
  ///   calendar: Calendar(identifier: .gregorian),
  ///   timezone: TimeZone(identifier: "Europe/London")!,
  ///   locale: Locale(identifier: "en_GB"),
  ///   analytics: .mock
  /// )
  /// ```
  ///
  /// What is `nil` stays live. The `TimeZone(identifier:)` of an unknown name is `nil`, too: unwrap it. A given calendar is returned unchanged;
  /// `Calendar(identifier:)` is in the system's time zone. Otherwise, the calendar is derived from the world's locale and time zone.
  /// To compute a value at each read, assign a closure: `world.locale = { … }`.
  public init(
    date: (@Sendable () -> Date)? = nil,
    calendar: Calendar? = nil,
    timezone: TimeZone? = nil,
    locale: Locale? = nil,
    uuid: (@Sendable () -> UUID)? = nil,
    random: RandomSource? = nil,
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    analytics: Analytics? = nil,
    settings: Settings? = nil
  ) {
    // Assigned to a copy, because property observers don't run in an initializer.
    self = World().with {
      if let calendar { $0.explicitCalendar = { _, _ in calendar } }
      if let timezone { $0.timezone = { timezone } }
      if let locale { $0.locale = { locale } }
      if let date { $0.date = date }
      if let uuid { $0.uuid = uuid }
      if let random { $0.random = random }
      if let sleep { $0.sleep = sleep }
      if let analytics { $0.analytics = analytics }
      if let settings { $0.settings = settings }
    }
  }

  /// Creates the live world. If it is current in a test, the use of its values is reported: use `World.mock`, or, on purpose, ``live``.
  public init() {
    self = .live
    IssueReporter.tests?.observeLiveUses(of: &self)
  }

  private init(live: Void) {
    date = { Date() }
    explicitCalendar = { _, _ in nil }
    timezone = { LiveLocaleAndZone.timezone }
    locale = { LiveLocaleAndZone.locale }
    uuid = { UUID() }
    random = .system
    // At most 136 years: the standard library traps if the seconds don't fit in 64 bits.
    sleep = {
      try await ContinuousClock().sleep(until: .now + max(.zero, min($0, .seconds(1 << 32))), tolerance: nil)
    }
    analytics = .unassigned
    settings = .unassigned
    elapsed = ({ World.clockOrigin.duration(to: .now) }, ObjectIdentifier(ContinuousClock.self))
  }

  /// The live world. In a test, it says that live values are used on purpose.
  ///
  /// ```swift
  /// @Test(.world(.live)) func readsTheSystemsClock() { … }
  /// ```
  public static var live: World { World(live: ()) }

  /// The mock world is in the module `WorldMocks`; this declaration lets the compiler name the missing import.
  @available(*, unavailable, message: "in a test or a preview, import WorldMocks")
  public static var mock: World { fatalError("unavailable") }
}
