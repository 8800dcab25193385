import Foundation

/// Everything that the module doesn't decide by itself.
struct World {
  var date: () -> Date = { Date() }
  var calendar = Calendar.autoupdatingCurrent
  var timeZone = TimeZone.autoupdatingCurrent
  var locale = Locale.autoupdatingCurrent
  var uuid: () -> UUID = { UUID() }
  var track: (_ event: String, _ details: [String: String]) -> Void = { print($0, $1) }
  var settings = SettingsStore()
  var catalog = Catalog()
  var shelf = Shelf()
}

var Current = World()
