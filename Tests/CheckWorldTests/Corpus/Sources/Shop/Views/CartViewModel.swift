// swift-format-ignore-file
import World

final class CartViewModel {
  private let id: UUID
  let date = Current.date  // expect: current-outside-builders
  @Dependency(\.date) var injected  // expect: none

  init(id: UUID) { self.id = id }

  func refresh() { let now = Current.date() }  // expect: current-outside-builders
  func track() { Current.analytics.track("refreshed", [:]) }  // expect: current-outside-builders
  func other() { let now = World.current.date() }  // expect: current-outside-builders
  func all(world: World = Current) {}  // expect: current-outside-builders
  func set() { Current.date = { .distantPast } }  // expect: current-outside-builders
  func text() -> String { "It is \(Current.date())" }  // expect: current-outside-builders
  func capture() { run { [random = Current.random] in random } }  // expect: current-outside-builders
  func pass() { show(Current) }  // expect: current-outside-builders
  func module() { World::Current.date() }  // expect: current-outside-builders

  deinit { Current.analytics.track("closed", [:]) }  // expect: current-in-deinit

  func element() -> String { Electricity.Current }  // expect: none
  func label() { measure(Current: 3) }  // expect: none
  func current() -> Int { current }  // expect: none
  func quoted() -> String { "Current.date()" }  // expect: none
}

final class Socket {
  deinit {
    if isOpen {
      log(Current.date())  // expect: current-in-deinit
    }
  }
}

struct Nested {
  struct RowBuilder {
    static func build() -> Row { Row(date: Current.date()) }  // expect: none
  }
  func row() -> Row { Row(date: Current.date()) }  // expect: current-outside-builders
}
