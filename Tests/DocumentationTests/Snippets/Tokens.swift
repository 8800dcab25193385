import Foundation

// A package that doesn't know World.

/// Loads an access token anew when it has expired.
actor Tokens {
  private let lifetime: TimeInterval
  private let load: @Sendable () async throws -> Void
  private var expires = Date.distantPast

  init(lifetime: TimeInterval, load: @escaping @Sendable () async throws -> Void) {
    (self.lifetime, self.load) = (lifetime, load)
  }

  func refresh() async throws {
    if Date() < expires { return }
    try await load()
    expires = Date(timeIntervalSinceNow: lifetime)
  }
}

/// Tries again after pauses that double, each a little longer by chance.
func retrying<Value>(times count: Int, _ operation: () async throws -> Value) async throws -> Value {
  var pause = 100
  for _ in 1..<count {
    do { return try await operation() } catch {}
    try await Task.sleep(for: .milliseconds(pause + Int.random(in: 0..<50)))
    pause *= 2
  }
  return try await operation()
}

/// Lets so many calls through in a second.
actor Limiter {
  private let limit: Int
  private var started = ContinuousClock.now
  private var count = 0

  init(limit: Int) { self.limit = limit }

  func isAllowed() -> Bool {
    if started.duration(to: .now) >= .seconds(1) { (started, count) = (.now, 0) }
    count += 1
    return count <= limit
  }
}
