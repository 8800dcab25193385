// swift-format-ignore-file
import World

func bootstrap() {
  World.bootstrap {
    $0.date = { Date() }  // expect: none
    $0.date = { Date().addingTimeInterval(3600) }  // expect: none
    $0.date = { Current.date() + 3600 }  // expect: self-read
    $0.timezone = { Current.timezone() }  // expect: self-read
    $0.locale = { Locale(identifier: Current.timezone().identifier) }  // expect: none
    let old = $0.date
    $0.date = { old() + 3600 }  // expect: none
    $0.uuid = { [make = Current.uuid] in make() }  // expect: none
    $0.sleep = { try await Current.sleep($0 * 2) }  // expect: self-read
    $0.payments.charge = { try await Current.payments.charge($0) }  // expect: self-read
    $0.payments.charge = { try await Current.payments.refund($0) }  // expect: none
    $0.analytics = World.Analytics(track: { print($0, Current.date()) })  // expect: none
    $0.greeting = { Calendar.current.description }  // expect: direct-calendar
  }
  Current = World(date: { Current.date() })  // expect: self-read
  Current = World(date: { Date() }, uuid: { UUID() })  // expect: none
  let file = World.Analytics.jsonLines(appendingTo: log, date: { Current.date() })  // expect: none
  Current.locale = { Locale(identifier: "ja_JP") }  // expect: none
  Current.timezone = {  // expect: none
    Current.timezone()  // expect: self-read
  }
  viewModel.date = { Date() }  // expect: direct-date
  button.title = { Current.title }  // expect: none
}

func store() {
  Current.settings = World.Settings(
    read: { UserDefaults.standard.string(forKey: $0) },  // expect: none
    write: { UserDefaults.standard.set($1, forKey: $0) })  // expect: none
  Current.settings.read = { UserDefaults(suiteName: "shop")?.string(forKey: "\($0) \(Date())") }  // expect: direct-date
  Current.greeting.settings = { UserDefaults.standard.string(forKey: $0) }  // expect: direct-settings
}
