import World

/// Where a time machine is on its timeline, as a function of real time. Positions count from the reference date,
/// 2001-01-01 00:00:00 UTC; real time from anywhere.
struct Timeline: Sendable {
  private(set) var motion: TimeMachine.Motion
  private var origin: Duration
  private var realOrigin: Duration
  /// How often it was changed by anything but real time.
  private(set) var changes = 0

  init(at position: Duration, real: Duration, motion: TimeMachine.Motion) {
    origin = position.saturated
    realOrigin = real
    self.motion = motion
  }

  /// The position at a real time.
  func position(at real: Duration) -> Duration {
    guard case .ticking(let rate) = motion else { return origin }
    let elapsed = max(.zero, real.saturatingSubtract(realOrigin))
    return origin.saturatingAdd(elapsed.scaled(by: rate.factor))
  }

  /// How much real time passes before a position is reached; `nil` if time alone doesn't get there.
  func realTime(until position: Duration, at real: Duration) -> Duration? {
    guard case .ticking(let rate) = motion else { return nil }
    return max(.zero, position.saturatingSubtract(self.position(at: real)).scaled(by: 1 / rate.factor))
  }

  mutating func travel(to position: Duration, at real: Duration) {
    origin = position.saturated
    realOrigin = real
    changes += 1
  }

  mutating func change(to motion: TimeMachine.Motion, at real: Duration) {
    travel(to: position(at: real), at: real)
    self.motion = motion
  }
}

extension Duration {
  /// Exact where nothing is to be scaled.
  fileprivate func scaled(by factor: Double) -> Duration {
    factor == 1 ? self : Duration(saturatingSeconds: inSeconds * factor)
  }
}
