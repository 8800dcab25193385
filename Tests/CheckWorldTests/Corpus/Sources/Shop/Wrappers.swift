// swift-format-ignore-file
import World

// What only returns a part of the world is seen through: it is found where it is used.
func firstDay() -> Date { today }  // expect: none
var today: Date { Current.date() }  // expect: none
var shopLocale: Locale { return Current.locale() }  // expect: none
func currentDate() -> Date { Current.date() }  // expect: none
func track(_ name: String) { Current.analytics.track(name, ["source": "shop"]) }  // expect: none
func rest(_ duration: Duration) async throws { try await Current.sleep(duration) }  // expect: none
func dependency<Value>(_ path: KeyPath<World, Value>) -> Value { Current[keyPath: path] }  // expect: none
let makeToday: @Sendable () -> Date = { Current.date() }  // expect: none
var environment: World {
  get { Current }  // expect: none
  set { Current = newValue }  // expect: none
}
func everything() -> World { World.current }  // expect: none
private func year() -> Date { currentDate() }  // expect: none
func thisYear() -> Date { year() }  // expect: none
private let hour = { Current.date() }  // expect: none
private(set) var surroundings: World {
  get { Current }  // expect: none
  set { Current = newValue }  // expect: none
}

enum Env {
  static var date: Date { Current.date() }  // expect: none
  static func locale() -> Locale { Current.locale() }  // expect: none
  static var zone: TimeZone {  // expect: none
    Current.timezone()  // expect: none
  }
}
enum TodayBuilder {
  static func build() -> Date { Current.date() }  // expect: none
}
private enum Hidden {
  static var date: Date { Current.date() }  // expect: none
}
extension Payments {
  static var shared: Payments { Current.payments }  // expect: none
}

@propertyWrapper
struct FromWorld<Value> {
  private let keyPath: KeyPath<World, Value>
  init(_ keyPath: KeyPath<World, Value>) { self.keyPath = keyPath }
  var wrappedValue: Value { Current[keyPath: keyPath] }  // expect: none
}

@propertyWrapper
public struct WorldValue<Value> {
  let keyPath: WritableKeyPath<World, Value>
  let first: Value
  init(_ keyPath: WritableKeyPath<World, Value>) {
    self.keyPath = keyPath
    first = Current[keyPath: keyPath]  // expect: current-outside-builders
  }
  public var wrappedValue: Value {
    get { Current[keyPath: keyPath] }  // expect: none
    nonmutating set { Current[keyPath: keyPath] = newValue }  // expect: none
  }
}

// More than that is a use.
func nextHour() -> Date { Current.date() + 3600 }  // expect: current-outside-builders
func later() -> Date { Date(timeInterval: 1, since: Current.date()) }  // expect: current-outside-builders
func both() -> Date {
  print("both")
  return Current.date()  // expect: current-outside-builders
}
struct Clock {
  // A member of a value is used under any name.
  var now: Date { Current.date() }  // expect: current-outside-builders
  // Private ones are used in their file.
  func ago() -> Date { year() }  // expect: current-outside-builders
  func soon() -> [Date] { [hour(), Hidden.date] }  // expect: current-outside-builders
}
