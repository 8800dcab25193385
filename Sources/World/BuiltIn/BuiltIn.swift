// SPDX-License-Identifier: MIT

/// One of the dependencies that every world has.
package struct BuiltIn: Sendable {
  package let name: String
  package let bit: BuiltInSet
  package let origin: WritableKeyPath<Origins, Origin> & Sendable
  let copy: @Sendable (inout World, World) -> Void

  /// All of them, in the order in which ``World`` declares them.
  package static let all: [BuiltIn] = [
    BuiltIn(name: "date", bit: .date, origin: \.date) { $0.date = $1.date },
    BuiltIn(name: "calendar", bit: .calendar, origin: \.calendar) {
      $0.explicitCalendar = $1.explicitCalendar
    },
    BuiltIn(name: "timezone", bit: .timezone, origin: \.timezone) { $0.timezone = $1.timezone },
    BuiltIn(name: "locale", bit: .locale, origin: \.locale) { $0.locale = $1.locale },
    BuiltIn(name: "uuid", bit: .uuid, origin: \.uuid) { $0.uuid = $1.uuid },
    BuiltIn(name: "random", bit: .random, origin: \.random) { $0.random = $1.random },
    BuiltIn(name: "sleep", bit: .sleep, origin: \.sleep) { $0.sleep = $1.sleep },
    BuiltIn(name: "clock", bit: .clock, origin: \.clock) { $0.elapsed = $1.elapsed },
    BuiltIn(name: "analytics", bit: .analytics, origin: \.analytics) { $0.analytics = $1.analytics },
    BuiltIn(name: "settings", bit: .settings, origin: \.settings) { $0.settings = $1.settings },
  ]
}
