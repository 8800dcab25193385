import Foundation

// A program that doesn't know World.

/// A value that is kept for a time.
struct ExpiringCache {
  private var value: String?
  private var expires = Date.distantPast
  let lifetime: TimeInterval

  init(lifetime: TimeInterval) { self.lifetime = lifetime }

  mutating func value(load: () -> String) -> String {
    if let value, Date() < expires { return value }
    let loaded = load()
    (value, expires) = (loaded, Date(timeIntervalSinceNow: lifetime))
    return loaded
  }
}

/// What the system answers, each value in words.
struct SystemAnswers: Equatable, Sendable {
  let dice = (0..<4).map { _ in Int.random(in: 1...6) }
  let deck = (0..<20).shuffled()
  let fraction = Double.random(in: 0..<1)
  let isHeads = Bool.random()
  let letter = "abcdefgh".randomElement()
  let identifier = UUID()
  let older = NSUUID().uuidString
  let date = Date()
  let uptime = ProcessInfo.processInfo.systemUptime
  let instant = ContinuousClock.now
  let suspending = SuspendingClock.now
}

/// A birthday that the next year may not have.
func sameDayNextYear(in calendar: Calendar) -> Date? {
  var parts = calendar.dateComponents([.year, .month, .day], from: Date())
  parts.year = parts.year.map { $0 + 1 }
  let date = calendar.date(from: parts)
  return date.flatMap { calendar.component(.day, from: $0) == parts.day ? $0 : nil }
}
