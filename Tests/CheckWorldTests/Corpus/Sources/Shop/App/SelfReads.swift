// swift-format-ignore-file
import World

func assigned(_ world: inout World, _ outer: World) {
  world.date = { Current.date() + 3600 }  // expect: self-read
  Current.date = { Current.date() + 3600 }  // expect: self-read
  Current.locale = { Locale(identifier: Current.locale().identifier) }  // expect: self-read
  Current.calendar = {
    var calendar = Current.calendar()  // expect: self-read
    calendar.firstWeekday = 7
    return calendar
  }
  Current.uuid = { Current.uuid() }  // expect: self-read
  Current.uuid = { ids.contains { $0 == Current.uuid() } ? first : second }  // expect: self-read
  Current.sleep = { try await World.current.sleep($0 * 2) }  // expect: self-read
  Current.random = World.RandomSource { Current.random.next() | 1 }  // expect: self-read
  Current.random = World.RandomSource { Current.random { Int.random(in: 1...6, using: &$0) } }  // expect: self-read
  Current.random = .init { seed(Current.uuid()) }  // expect: none
  Current.date = { [start = Current.date()] in start }  // expect: none
  Current.date = { [start = Current.date()] in start + Current.date().timeIntervalSince(start) }  // expect: self-read
  Current.locale = { Locale(identifier: Current.timezone().identifier) }  // expect: none
  Current.date = outer.date  // expect: none
  Current.date = Current.date  // expect: none
  Current.date = { withWorld(outer) { Current.date() } + 3600 }  // expect: none
  Current.date = { withWorld { $0.locale = { french } } operation: { Current.date() } }  // expect: self-read
  Current.random = World.RandomSource { .random(in: .min ... .max) }  // expect: none
  Current.analytics = World.Analytics { _ in print(Date()) }  // expect: direct-date
  Current.analytics.track = { _ in print(Date()) }  // expect: direct-date
  viewModel.date = { Current.date() }  // expect: none
  viewModel.payments = PaymentRow(charge: { try await Current.payments.charge($0) })  // expect: none
}

func sinksAndStores(_ old: World.Analytics) {
  Current.analytics.track = { Current.analytics.track("again", $0.properties) }  // expect: self-read
  Current.analytics.track = { old.track($0) }  // expect: none
  Current.analytics.track = { event in Task { Current.analytics.track("second") } }  // expect: none
  Current.analytics = World.Analytics(track: { Current.analytics.track($0.name, [:]) })  // expect: self-read
  Current.analytics = World.Analytics { Current.analytics.track($0.name, [:]) }  // expect: self-read
  Current.analytics = .init(track: { Current.analytics.track($0.name, [:]) })  // expect: self-read
  Current.settings.read = { Current.settings.read($0 + "2") }  // expect: self-read
  Current.settings.write = { Current.settings.write($0 + "2", $1) }  // expect: self-read
  Current.settings.write = { name, _ in print(Current.settings.read(name)) }  // expect: none
  Current.settings = World.Settings(
    read: { Current.settings.read($0 + "2") },  // expect: self-read
    write: { Current.settings.write($0 + "2", $1) })  // expect: self-read
  Current.payments = Payments(charge: { try await Current.payments.charge($0 * 2) })  // expect: self-read
  Current[Payments.self].charge = { try await Current.payments.charge($0 * 2) }  // expect: self-read
}

func entered() {
  withWorld {
    $0.date = { Current.date() + 3600 }  // expect: self-read
    $0.date = { [old = $0.date] in old() + 3600 }  // expect: none
    $0.settings = .init(read: { Current.settings.read($0) }, write: { _, _ in })  // expect: self-read
    if isTest { $0.uuid = { Current.uuid() } }  // expect: self-read
  } operation: { refresh() }
  withWorld(World(locale: Current.locale())) { refresh() }  // expect: none
  withWorld(World(calendar: Current.calendar(), timezone: Current.timezone())) { refresh() }  // expect: none
  withWorld(World(timezone: zone(Current.locale()))) { refresh() }  // expect: none
  withWorld(World(analytics: World.Analytics(track: { Current.analytics.track($0.name, [:]) }))) { refresh() }  // expect: self-read
  withWorld(World(settings: .init(read: { _ in nil }, write: { name, _ in print(Current.settings.read(name)) }))) { refresh() }  // expect: none
  withWorld(World.init(uuid: { Current.uuid() })) { refresh() }  // expect: self-read
  withWorld(World(date: Current.date)) { refresh() }  // expect: none
  let shifted = World.mock.with { $0.date = { Current.date() + 3600 } }  // expect: self-read
  let later = World.mock.with { draft in draft.date = { Current.date() + 3600 } }  // expect: self-read
}

extension World.Analytics {
  static func doubled() -> World.Analytics {
    World.Analytics(track: { Current.analytics.track($0.name, [:]) })  // expect: self-read
  }
}

func retried() {
  repeat { refresh() } while isLate
  Current.date = { Current.date() }  // expect: self-read
}
