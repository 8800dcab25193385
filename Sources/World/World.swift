#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A program's outside, as one value: what time it is, where, in which language, who listens.
///
/// A dependency is a closure or a struct of closures. To replace one, assign another closure:
///
/// ```swift
/// var world = World()
/// world.date = { Date(timeIntervalSinceReferenceDate: 557_152_051) }
/// world.date()                       // 2018-08-28 12:27:31 +0000
/// ```
///
/// The world in force is the global ``Current``; `withWorld`
/// puts another one in force for as long as an operation runs. A test, a preview or a simulation is just
/// another `World`.
///
/// Live, every dependency is the real thing. In a mock world (`World.mock` of the module `WorldMocks`) every
/// dependency is fixed and deterministic.
///
/// A world is a value: copies are independent. It is `Sendable`, and so is every closure in it.
public struct World: Sendable {
  /// What time it is.
  ///
  /// Live, the system's clock. In a mock world, always 2018-08-28 12:27:31 UTC.
  ///
  /// ```swift
  /// let startedAt = Current.date()
  /// ```
  public var date: @Sendable () -> Date { didSet { changes.insert(.date) } }

  /// In which time zone the user is.
  ///
  /// Live, the user's: on Linux `TZ` in all its POSIX forms, else the system's. In a mock world, Europe/London.
  /// ``calendar`` follows, unless one was set explicitly.
  ///
  /// ```swift
  /// Current.timezone().secondsFromGMT(for: Current.date())
  /// ```
  public var timezone: @Sendable () -> TimeZone { didSet { changes.insert(.timezone) } }

  /// In which language and region the user lives.
  ///
  /// Live, the user's: on Linux the first of `LC_ALL`, `LC_TIME` and `LANG` that is set and not empty. In a mock
  /// world, en_GB. ``calendar`` follows, unless one was set explicitly.
  ///
  /// ```swift
  /// Current.date().formatted(Date.FormatStyle(locale: Current.locale()))
  /// ```
  public var locale: @Sendable () -> Locale { didSet { changes.insert(.locale) } }

  /// A new identifier at each call.
  ///
  /// Live, a random one. In a mock world they count: `00000000-0000-0000-0000-000000000001`, then `…2`.
  ///
  /// ```swift
  /// let order = Order(id: Current.uuid())
  /// ```
  public var uuid: @Sendable () -> UUID { didSet { changes.insert(.uuid) } }

  /// Where random numbers come from.
  ///
  /// Live, the system's generator. In a mock world, one with a fixed seed.
  ///
  /// ```swift
  /// let roll = Current.random { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var random: RandomSource { didSet { changes.insert(.random) } }

  /// Suspends the task for a duration; throws `CancellationError` at once when the task is cancelled. Zero and
  /// negative durations return without a wait.
  ///
  /// Live, elapsed time passes. In a mock world it returns at once (and still throws when cancelled).
  ///
  /// ```swift
  /// try await Current.sleep(.seconds(3))
  /// ```
  public var sleep: @Sendable (Duration) async throws -> Void { didSet { changes.insert(.sleep) } }

  /// Who is told what happens in the program. See ``Analytics``.
  ///
  /// Live, nobody, and the first event says so: assign a sink at launch. In a mock world, standard output.
  public var analytics: Analytics { didSet { changes.insert(.analytics) } }

  /// What the program remembers between runs. See ``Settings``.
  ///
  /// Live, nothing, and the first use says so: assign a store at launch. In a mock world, memory.
  public var settings: Settings { didSet { changes.insert(.settings) } }

  /// A calendar that was set explicitly; where it is `nil`, the calendar is derived from zone and locale.
  package var explicitCalendar: @Sendable () -> Calendar? { didSet { changes.insert(.calendar) } }

  /// The services that modules added.
  package var services: Services {
    get { unretainedServices.takeUnretainedValue() }
    set {
      ownedServices = newValue
      unretainedServices = .passUnretained(newValue)
    }
  }

  /// The services, for reading without counting references.
  @usableFromInline var unretainedServices: Unmanaged<Services>

  /// Keeps the services alive; `nil` where the process does, so that threads which copy its world don't contend for a
  /// reference count.
  var ownedServices: Services?

  /// Which built-in dependencies were assigned.
  @usableFromInline package var changes = Changes()

  /// What assigned others.
  package var origins: OriginNote?

  /// By which rules the user counts days, months and years.
  ///
  /// Unless one was set explicitly, it is the calendar of this world's ``locale``, in this world's
  /// ``timezone``; set those, and it follows. A calendar that was set is left as it was given, its own zone
  /// included.
  ///
  /// ```swift
  /// Current.timezone = { tokyo }
  /// Current.calendar().timeZone        // tokyo
  /// ```
  ///
  /// A derived calendar is built at each call; hold on to it in a loop.
  public var calendar: @Sendable () -> Calendar {
    get {
      { [explicitCalendar, timezone, locale] in
        if let calendar = explicitCalendar() { return calendar }
        let locale = locale()
        var calendar = Calendar(identifier: locale.calendar.identifier)
        calendar.locale = locale
        calendar.timeZone = timezone()
        return calendar
      }
    }
    set { explicitCalendar = newValue }
  }

  /// A world, live but for what is given.
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
  /// `calendar`, `timezone` and `locale` are taken as autoclosures and evaluated at each read. A calendar is left
  /// as it was given: one made by `Calendar(identifier:)` alone is in the system's time zone. Leave `calendar`
  /// out to have one that agrees with the world's zone and locale.
  public init(
    date: (@Sendable () -> Date)? = nil,
    calendar: @autoclosure @escaping @Sendable () -> Calendar? = nil,
    timezone: @autoclosure @escaping @Sendable () -> TimeZone = World.liveTimeZone(),
    locale: @autoclosure @escaping @Sendable () -> Locale = World.liveLocale(),
    uuid: (@Sendable () -> UUID)? = nil,
    random: RandomSource? = nil,
    sleep: (@Sendable (Duration) async throws -> Void)? = nil,
    analytics: Analytics? = nil,
    settings: Settings? = nil
  ) {
    self.init()
    explicitCalendar = calendar
    self.timezone = timezone
    self.locale = locale
    // It isn't known whether these were given.
    changes.recent = [.calendar, .timezone, .locale]
    assign(date: date, uuid: uuid, random: random, sleep: sleep, analytics: analytics, settings: settings)
  }

  /// Assigns what was given. In an initializer no property observer runs.
  private mutating func assign(
    date: (@Sendable () -> Date)?, uuid: (@Sendable () -> UUID)?, random: RandomSource?,
    sleep: (@Sendable (Duration) async throws -> Void)?, analytics: Analytics?, settings: Settings?
  ) {
    if let date { self.date = date }
    if let uuid { self.uuid = uuid }
    if let random { self.random = random }
    if let sleep { self.sleep = sleep }
    if let analytics { self.analytics = analytics }
    if let settings { self.settings = settings }
  }

  /// The live world.
  public init() {
    // check-world: allow the live date
    date = { Date() }
    explicitCalendar = { nil }
    timezone = { World.liveTimeZone() }
    locale = { World.liveLocale() }
    // check-world: allow the live identifiers
    uuid = { UUID() }
    random = .system
    // check-world: allow the live sleep
    sleep = { try await Task.sleep(for: $0) }
    analytics = .unassigned
    settings = .unassigned
    unretainedServices = .passUnretained(.live)
  }

  /// This world, with the mocks of services that aren't assigned. Every built-in dependency must have been given.
  package func resolvingMocks() -> World {
    var world = self
    world.services = .mock
    world.origins = nil
    world.changes.recent = []
    world.changes.unnoted = .all
    world.note(.mock, { _ in nil }, changes: { $0.changes.unnoted = .all })
    return world
  }
}
