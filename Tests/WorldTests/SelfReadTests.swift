import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// A dependency that reads itself is reported, and ends in a value.
@Suite(.world(.mock))
struct SelfReadTests {
  /// Runs an operation that causes this many reports of a name, and nothing else.
  private func reports<Result>(
    _ name: String, count: Int = 1, _ operation: () async throws -> Result
  ) async throws -> Result {
    let seen = Lock(0)
    var result: Result?
    try await withKnownIssue {
      result = try await operation()
    } matching: { issue in
      let isOurs = issue.comments.contains {
        let text = "\($0)"
        return text.contains("reads Current.\(name), which is itself")
          && text.contains("let old = $0.\(name)")
      }
      if isOurs { seen.withLock { $0 += 1 } }
      return isOurs
    }
    #expect(seen.withLock { $0 } == count)
    return try #require(result)
  }

  @Test func aDateInABootstrap() async throws {
    World.bootstrap { $0.date = { Current.date() + 3600 } }
    let date = try await reports("date") { Current.date() }
    // The live one, shifted once.
    #expect(abs(date.timeIntervalSinceNow - 3600) < 600)
  }

  @Test func aDateInAScope() async throws {
    let date = try await reports("date") {
      withWorld {
        $0.date = { Current.date() + 3600 }
      } operation: {
        Current.date()
      }
    }
    #expect(abs(date.timeIntervalSinceNow - 3600) < 600)
  }

  @Test func aDateInAWorldThatIsAssignedOrEntered() async throws {
    let world = World(date: { Current.date() + 3600 })
    _ = try await reports("date", count: 2) { withWorld(world) { [Current.date(), Current.date()] } }
    Current = world
    _ = try await reports("date") { Current.date() }
    Current = World(locale: Current.locale())
    #expect(try await reports("locale") { Current.locale().identifier } == World().locale().identifier)
  }

  @Test(.world { $0.date = { Current.date() + 3600 } }) func aDateInATrait() async throws {
    _ = try await reports("date") { Current.date() }
  }

  @Test func theReportIsAtTheLineThatReads() async throws {
    let line = #line + 1
    Current.date = { Current.date() + 3600 }
    #if os(Linux) && DEBUG
      withKnownIssue {
        _ = Current.date()
      } matching: {
        $0.sourceLocation?.line == line
      }
    #endif
  }

  @Test func aTimezoneAndALocale() async throws {
    Current.timezone = { TimeZone(secondsFromGMT: Current.timezone().secondsFromGMT()) ?? .gmt }
    Current.locale = { Locale(identifier: Current.locale().identifier) }
    let timezone = try await reports("timezone") { Current.timezone() }
    #expect(timezone.secondsFromGMT() == World().timezone().secondsFromGMT())
    #expect(try await reports("locale") { Current.locale().identifier } == World().locale().identifier)
  }

  @Test func aCalendar() async throws {
    Current.calendar = {
      var calendar = Current.calendar()
      calendar.firstWeekday = 7
      return calendar
    }
    let calendar = try await reports("calendar") { Current.calendar() }
    #expect(calendar.firstWeekday == 7)
    #expect(calendar.timeZone.identifier == "Europe/London")
  }

  @Test func anIdentifierAndARandomNumber() async throws {
    Current.uuid = { Current.uuid() }
    Current.random = RandomSource { Current.random.next() | 1 }
    let first = try await reports("uuid") { Current.uuid() }
    #expect(try await reports("uuid") { Current.uuid() } != first)
    #expect(try await reports("random") { Current.random.next() } & 1 == 1)
  }

  @Test func aSleepASinkAndAStore() async throws {
    Current.sleep = { try await Current.sleep($0 * 2) }
    try await reports("sleep") { try await Current.sleep(.seconds(1)) }
    Current.analytics.track = { Current.analytics.track("again", $0.properties) }
    try await reports("analytics.track") { Current.analytics.track("once") }
    Current.settings.read = { Current.settings.read($0 + "2") }
    #expect(try await reports("settings.read") { Current.settings.read("a") } == nil)
    Current.settings.write = { Current.settings.write($0 + "2", $1) }
    try await reports("settings.write") { Current.settings.write("a", nil) }
  }

  @Test func anotherDependencyMayBeReadAndSoMayTheOneBefore() async throws {
    let old = Current.date
    Current.date = { old() + 3600 }
    Current.locale = { Locale(identifier: Current.timezone().identifier) }
    #expect(Current.date() == World.mock.date() + 3600)
    #expect(Current.locale().identifier == "Europe/London")
    withWorld {
      $0.date = { [old = $0.date] in old() + 3600 }
    } operation: {
      #expect(Current.date() == World.mock.date() + 7200)
    }
  }

  @Test func theSameDependencyOfAnotherScopeMayBeRead() {
    let outer = Current
    withWorld {
      $0.date = { withWorld(outer) { Current.date() } + 3600 }
    } operation: {
      #expect(Current.date() == World.mock.date() + 3600)
    }
  }

  @Test func workThatADependencyBeginsMayCallItAgain() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    Current.analytics.track = { event in
      continuation.yield(event.name)
      if event.name == "first" { Task { Current.analytics.track("second") } } else { continuation.finish() }
    }
    Current.analytics.track("first")
    var names: [String] = []
    for await name in events { names.append(name) }
    #expect(names == ["first", "second"])
  }

  @Test func aDependencyMayBeCalledByManyThreadsAtOnce() async {
    let entered = Lock(0)
    Current.date = {
      // Nobody leaves before all are inside.
      entered.withLock { $0 += 1 }
      while entered.withLock({ $0 }) < 2 {}
      return .distantPast
    }
    let read = Current.wrap { #expect(Current.date() == .distantPast) }
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for _ in 0..<2 {
        group.enter()
        Thread.detachNewThread {
          read()
          group.leave()
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  @Test func aClosureThatIsPutBackIsNotGuardedAgain() {
    // If each round added a guard, the stack wouldn't suffice.
    for _ in 0..<50_000 {
      let world = Current
      Current.date = world.date
      Current.settings.read = world.settings.read
      Current.random = world.random
    }
    #expect(Current.date() == World.mock.date())
    #expect(Current.settings.read("a") == nil)
  }
}
