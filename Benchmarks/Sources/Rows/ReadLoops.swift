import Foundation
import Shop
import World

// Loops that read a date in different ways. They aren't inlined, so that all are compiled alike.

@inline(never)
func readCurrent(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Current.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readUnsafe(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += unsafeWorld.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readLocked(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += lockedWorld.withLock { $0.date }().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readTaskLocal(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += TaskLocalWorld.current.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readLocator(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Locator.shared.resolve(Clock.self).date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readService(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Current.clock.date().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readServiceOfTen(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Current.clocks.sixth().timeIntervalSinceReferenceDate }
  sink = sum
}

@inline(never)
func readPlainServiceOfTen(_ count: Int) {
  var sum = 0.0
  for _ in 0..<count { sum += Current.plainClocks.sixth().timeIntervalSinceReferenceDate }
  sink = sum
}
