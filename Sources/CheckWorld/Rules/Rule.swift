/// Finds code that reads from the system what the world provides.
struct Rule: Sendable {
  var name: String
  var patterns: [Pattern]
  /// What such a use does.
  var effect: String
  /// What to use instead.
  var door: String

  init(_ name: String, _ effect: String, door: String, _ patterns: String...) {
    (self.name, self.effect, self.door) = (name, effect, door)
    self.patterns = patterns.map(Pattern.init)
  }

  func message(for use: String) -> String {
    "'\(use)' \(effect); take '\(door)' in a builder and pass it on"
  }

  static let all = [
    Rule(
      "direct-date", "reads the machine's clock", door: "Current.date()",
      "Date()", "Date.init()", "Date.now", ".now",
      "Date(timeIntervalSinceNow:", "Date.init(timeIntervalSinceNow:", "$value.timeIntervalSinceNow",
      "DispatchWallTime.now", "NSDate()", "CFAbsoluteTimeGetCurrent()"),
    Rule(
      "direct-clock", "reads the machine's clock", door: "Current.clock",
      "ContinuousClock.now", "ContinuousClock().now", "ContinuousClock.Instant.now",
      "SuspendingClock.now", "SuspendingClock().now", "SuspendingClock.Instant.now",
      "DispatchTime.now"),
    Rule(
      "direct-calendar", "reads the machine's settings", door: "Current.calendar()",
      "Calendar.current", "Calendar.autoupdatingCurrent",
      "$calendar = .current", "$calendar = .autoupdatingCurrent"),
    Rule(
      "direct-timezone", "reads the machine's settings", door: "Current.timezone()",
      "TimeZone.current", "TimeZone.autoupdatingCurrent",
      "$timezone = .current", "$timezone = .autoupdatingCurrent"),
    Rule(
      "direct-locale", "reads the machine's settings", door: "Current.locale()",
      "Locale.current", "Locale.autoupdatingCurrent",
      "$locale = .current", "$locale = .autoupdatingCurrent"),
    Rule(
      "direct-uuid", "makes an identifier that no test can know", door: "Current.uuid()",
      "UUID()", "UUID.init()", "NSUUID()"),
    Rule(
      "direct-random", "draws from the system's generator", door: "Current.random",
      "$type.random()", "$type.random(in:", ".random()", ".random(in:",
      "$value.randomElement()", "$value.shuffled()", "$value.shuffle()",
      "SystemRandomNumberGenerator()", "arc4random()", "arc4random_uniform"),
    Rule(
      "direct-sleep", "waits by the machine's clock", door: "Current.sleep",
      "Task.sleep", "Task<Never, Never>.sleep", "Thread.sleep"),
    Rule(
      "direct-settings", "opens the user's defaults", door: "Current.settings",
      "UserDefaults.standard", "UserDefaults()", "UserDefaults(suiteName:"),
  ]
}
