// SPDX-License-Identifier: MIT

/// A mistake that the check finds, with advice on what to write instead.
struct Rule: Sendable {
  var name: String
  /// The subject of the message, if no pattern provides one.
  var subject: String
  /// The predicate of the message, which follows the subject.
  var effect: String
  /// The code to write instead.
  var advice: String
  /// The patterns that find violations; empty if the rule has its own code.
  var patterns: [Pattern]
  /// Whether a waiver can allow a violation.
  var isAllowable: Bool

  init(
    _ name: String, of subject: String = "", _ effect: String, advice: String, isAllowable: Bool = true,
    _ patterns: String...
  ) {
    (self.name, self.subject, self.effect, self.advice) = (name, subject, effect, advice)
    (self.patterns, self.isAllowable) = (patterns.map(Pattern.init), isAllowable)
  }

  static let waiver = "'// check-world: allow <reason>'"

  /// The advice, and how to allow the violation.
  var wayOut: String { isAllowable ? "\(advice), or allow it: \(Rule.waiver)" : advice }

  func message(_ subject: String? = nil) -> String { "\(subject ?? self.subject) \(effect); \(wayOut)" }

  /// A description of the violations: "'Date()', 'Date.now': reads the machine's clock".
  var summary: String {
    patterns.isEmpty
      ? "\(subject) \(effect)" : patterns.map { "'\($0.form)'" }.joined(separator: ", ") + ": " + effect
  }

  /// All rules as readable text.
  static var list: String {
    all.map { rule in
      "\(rule.name)\(defaults.contains(rule.name) ? "" : " (if it is chosen: --rules default,\(rule.name))")\n"
        + "  finds:   \(rule.summary)\n  way out: \(rule.wayOut)\n"
    }.joined(separator: "\n")
  }

  static let all =
    direct + optional + [
      CurrentRule.outsideScope, MockRule.liveMock, MockRule.sharedMock,
      CurrentRule.outsideBuilders, CurrentRule.inDeinit, CurrentRule.inStatic, SelfReadRule.rule,
      UpdateRule.rule, OwnCurrentRule.rule, MockRule.rule, StaticRule.rule, Waiver.withoutReason,
      Waiver.unknown, Waiver.stale, Baseline.stale,
    ]

  /// The names of the rules that are checked without `--rules`.
  static let defaults = Set(all.map(\.name)).subtracting(optional.map(\.name))

  /// The names of the rules in a list of rules and groups, such as `direct,direct-files`.
  ///
  /// The rules about waivers and the baseline are always included.
  ///
  /// - Returns: `nil` if a name is unknown.
  static func names(in list: String) -> Set<String>? {
    var names = Set(all.filter { !$0.isAllowable }.map(\.name))
    for word in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      switch word {
      case "default": names.formUnion(defaults)
      case "direct": names.formUnion(direct.map(\.name))
      case _ where all.contains { $0.name == word }: names.insert(word)
      default: return nil
      }
    }
    return names
  }

  /// The part of the advice that doesn't apply where code may use `Current`.
  static let inBuilder = " in a builder and pass it on"

  /// The rules about uses of the system that the world can replace.
  static let direct = [
    Rule(
      "direct-date", "reads the machine's clock", advice: "take 'Current.date()' in a builder and pass it on",
      "Date() -> Current.date()", "Date.init() -> Current.date()", "Date.now -> Current.date()", ".now",
      "Date = .init()", "Date.init unless before ( unless passed to map|compactMap|flatMap",
      "Date(timeIntervalSinceNow:", "Date.init(timeIntervalSinceNow:", ".init(timeIntervalSinceNow:",
      "$value.timeIntervalSinceNow",
      "Date.timeIntervalSinceReferenceDate", "NSDate()", "NSDate.timeIntervalSinceReferenceDate",
      "DispatchWallTime.now", "CFAbsoluteTimeGetCurrent()", "time(nil)", "time(&", "gettimeofday(",
      "clock_gettime(CLOCK_REALTIME"),
    Rule(
      "direct-clock", "reads the machine's clock", advice: "take 'Current.clock' in a builder and pass it on",
      "ContinuousClock()", "ContinuousClock.now", "ContinuousClock().now", "ContinuousClock.Instant.now",
      "SuspendingClock()", "SuspendingClock.now", "SuspendingClock().now", "SuspendingClock.Instant.now",
      "ContinuousClock().measure", "SuspendingClock().measure", "$clock = .continuous",
      "$clock = .suspending",
      "DispatchTime.now", ".now()", "$value.systemUptime", "CACurrentMediaTime()", "clock_gettime(",
      "clock_gettime_nsec_np(", "mach_absolute_time()", "mach_continuous_time()"),
    Rule(
      "direct-calendar", "reads the machine's settings",
      advice: "take 'Current.calendar()' in a builder and pass it on",
      "Calendar.current -> Current.calendar()", "Calendar.autoupdatingCurrent", "NSCalendar.current",
      "NSCalendar.autoupdatingCurrent", "$calendar = .current", "$calendar = .autoupdatingCurrent",
      "$calendar(.current)", "$calendar { .current }"),
    Rule(
      "calendar-without-timezone", "has the machine's time zone",
      advice: "set its 'timeZone', or take 'Current.calendar()' in a builder and pass it on",
      "Calendar(identifier: unless later timezone", "NSCalendar(identifier: unless later timezone"),
    Rule(
      "direct-timezone", "reads the machine's settings",
      advice: "take 'Current.timezone()' in a builder and pass it on",
      "TimeZone.current -> Current.timezone()", "TimeZone.autoupdatingCurrent", "NSTimeZone.default",
      "NSTimeZone.system", "NSTimeZone.local", "$timezone = .current", "$timezone = .autoupdatingCurrent",
      "$timezone(.current)", "$timezone { .current }"),
    Rule(
      "direct-locale", "reads the machine's settings",
      advice: "take 'Current.locale()' in a builder and pass it on",
      "Locale.current -> Current.locale()", "Locale.autoupdatingCurrent", "Locale.preferredLanguages",
      "NSLocale.current", "NSLocale.autoupdatingCurrent", "NSLocale.preferredLanguages", "$locale = .current",
      "$locale = .autoupdatingCurrent", "$locale(.current)", "$locale(.autoupdatingCurrent)",
      "$locale { .current }"),
    Rule(
      "format-without-locale", "formats in the machine's language",
      advice: "format with a locale: take 'Current.locale()' in a builder and pass it on",
      "$value.formatted()", "$value.formatted(date:", "$value.formatted(.dateTime unless inside locale",
      "$value.formatted(.number unless inside locale", "$value.formatted(.percent unless inside locale",
      "$value.formatted(.currency unless inside locale", "$value.formatted(.relative unless inside locale",
      "$value.formatted(.list unless inside locale", "$value.formatted(.byteCount unless inside locale",
      "$value.formatted(.measurement unless inside locale", "$value.formatted(.units unless inside locale",
      "Date.FormatStyle( unless later locale", "DateFormatter() unless later locale",
      "NumberFormatter() unless later locale", "DateIntervalFormatter() unless later locale",
      "MeasurementFormatter() unless later locale", "ListFormatter() unless later locale",
      "RelativeDateTimeFormatter() unless later locale",
      "PersonNameComponentsFormatter() unless later locale",
      // These have a calendar instead of a locale, or neither.
      "DateComponentsFormatter() unless later calendar", "ByteCountFormatter()", "ByteCountFormatter.string",
      "DateFormatter.localizedString", "NumberFormatter.localizedString",
      "ListFormatter.localizedString", "String.localizedStringWithFormat",
      "$value.localizedCapitalized", "$value.localizedLowercase", "$value.localizedUppercase",
      "$value.localizedCompare", "$value.localizedCaseInsensitiveCompare", "$value.localizedStandardCompare",
      "$value.localizedCaseInsensitiveContains", "$value.localizedStandardContains", ".localizedStandard"),
    Rule(
      "direct-uuid", "makes an identifier that no test can know",
      advice: "take 'Current.uuid()' in a builder and pass it on",
      "UUID() -> Current.uuid()", "UUID.init() -> Current.uuid()", "NSUUID()",
      "UUID = .init()", "UUID.init unless before ( unless passed to map|compactMap|flatMap",
      "$value.globallyUniqueString"),
    Rule(
      "direct-random", "draws from the system's generator",
      advice: "take 'Current.random' in a builder and pass it on",
      "$type.random()", "$type.random(in: unless inside using", ".random()",
      ".random(in: unless inside using",
      "$value.randomElement()", "$value.shuffled()", "$value.shuffle()",
      "$value.randomSample(count: unless inside using", "SystemRandomNumberGenerator()",
      "arc4random()", "arc4random_uniform", "arc4random_buf", "drand48()", "rand()"),
    Rule(
      "direct-sleep", "waits by the machine's clock",
      advice: "take 'Current.sleep' in a builder and pass it on",
      "Task.sleep", "Thread.sleep", "Timer.scheduledTimer", "Task<Never, Never>.sleep",
      "Task.sleep(for: unless inside tolerance|clock -> Current.sleep(",
      "ContinuousClock().sleep", "SuspendingClock().sleep",
      "Timer(timeInterval:", "Timer(fire:", "Timer.publish", "$value.asyncAfter(",
      "DispatchSource.makeTimerSource",
      "usleep(", "nanosleep(",
      // `try await sleep(.seconds(1))` calls the program's own function.
      "sleep( unless after await|try|defer unless before ) unless inside seconds|milliseconds|microseconds|for|until"
    ),
    Rule(
      "direct-settings", "opens the user's defaults",
      advice: "take 'Current.settings' in a builder and pass it on",
      "UserDefaults.standard", "UserDefaults()", "UserDefaults(suiteName:", "$defaults = .standard"),
  ]

  /// The rules that are only checked on request: uses of the system that the world can't replace, and singletons.
  static let optional = [
    Rule(
      "direct-files", "opens a file", advice: "do it in the 'live' of a service",
      "Data(contentsOf:", "$value.write(to:", "String(contentsOf:", "Data.init(contentsOf:",
      "String(contentsOfFile:", "$value.write(toFile:"),
    Rule(
      "direct-network", "uses the network", advice: "do it in the 'live' of a service",
      "URLSession.shared", "$session = .shared"),
    StaticRule.singleton,
  ]
}
