import Foundation
import Synchronization

struct World: Sendable {
  var date: @Sendable () -> Date = { Date() }
  var calendar: @Sendable () -> Calendar = { .current }
  var timezone: @Sendable () -> TimeZone = { .current }
  var locale: @Sendable () -> Locale = { .current }
  var uuid: @Sendable () -> UUID = { UUID() }
  var analytics = Analytics()
  var settings = Settings()
}

struct Analytics: Sendable {
  var track: @Sendable (_ event: String) -> Void = { _ in }
}

struct Settings: Sendable {
  var read: @Sendable (_ key: String) -> String? = { _ in nil }
  var write: @Sendable (_ key: String, _ value: String?) -> Void = { _, _ in }
}

private let processWide = Mutex(World())

enum Scope {
  @TaskLocal static var world: World?
}

var Current: World {
  get { Scope.world ?? processWide.withLock { $0 } }
  set { processWide.withLock { $0 = newValue } }
}

func withWorld<Result>(_ world: World, operation: () throws -> Result) rethrows -> Result {
  try Scope.$world.withValue(world, operation: operation)
}

Current.locale = { Locale(identifier: "en_GB") }
print("Hello, it is \(Current.date().timeIntervalSinceReferenceDate) in \(Current.timezone().identifier).")
