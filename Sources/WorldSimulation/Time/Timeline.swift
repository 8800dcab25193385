// SPDX-License-Identifier: MIT

/// A time machine's position as a function of real time. Positions count from the reference date, 2001-01-01 00:00:00 UTC; real
/// time from any origin.
struct Timeline: Sendable {
  private(set) var motion: TimeMachine.Motion
  private var origin: Duration
  private var realOrigin: Duration
  /// The latest real time that was seen. Real time is read before the lock is acquired, so a later caller may have an earlier time;
  /// it is replaced by this one, so that time doesn't go back.
  private var realNow: Duration
  /// The number of changes, except by real time.
  private(set) var changes = 0

  init(at position: Duration, real: Duration, motion: TimeMachine.Motion) {
    origin = position.saturated
    realOrigin = real
    realNow = real
    self.motion = motion
  }

  /// Returns the position at a real time.
  @inline(never)
  mutating func position(at real: Duration) -> Duration {
    realNow = max(realNow, real)
    guard case .ticking(let rate) = motion else { return origin }
    let elapsed = realNow.saturatingSubtract(realOrigin)
    return origin.saturatingAdd(elapsed.scaled(by: rate.factor))
  }

  /// Returns the real time until a position is reached; `nil` if real time alone doesn't reach it.
  @inline(never)
  mutating func realTime(until position: Duration, at real: Duration) -> Duration? {
    guard case .ticking(let rate) = motion else { return nil }
    return max(.zero, position.saturatingSubtract(self.position(at: real)).scaled(by: 1 / rate.factor))
  }

  @inline(never)
  mutating func travel(to position: Duration, at real: Duration) {
    origin = position.saturated
    realNow = max(realNow, real)
    realOrigin = realNow
    changes += 1
  }

  mutating func change(to motion: TimeMachine.Motion, at real: Duration) {
    travel(to: position(at: real), at: real)
    self.motion = motion
  }
}

extension Duration {
  /// Returns the duration times a factor. Exact if the factor is 1.
  @inline(never)
  func scaled(by factor: Double) -> Duration {
    factor == 1 ? self : Duration(saturatingSeconds: inSeconds * factor)
  }
}
