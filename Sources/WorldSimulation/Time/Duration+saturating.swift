import World

/// Arithmetic that never overflows: what is out of range becomes the farthest that is in range, about 292 billion
/// years from 0. Two such durations can be added without a check.
extension Duration {
  static let farthest = Duration(secondsComponent: .max, attosecondsComponent: 0)

  /// This duration, or the farthest one in its direction.
  var saturated: Duration { min(max(self, .zero - .farthest), .farthest) }

  /// A number of seconds, to the attosecond. Not a number is none.
  init(saturatingSeconds seconds: Double) {
    let whole = seconds.rounded(.towardZero)
    guard whole > -0x1p63, whole < 0x1p63 else {
      self = seconds.isNaN ? .zero : seconds < 0 ? .zero - .farthest : .farthest
      return
    }
    // Apart, so that the fraction keeps all its digits.
    let attoseconds = ((seconds - whole) * 1e18).rounded()
    self = Duration(secondsComponent: Int64(whole), attosecondsComponent: Int64(attoseconds)).saturated
  }

  var inSeconds: Double {
    let (seconds, attoseconds) = saturated.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The sum of two durations.
  func saturatingAdd(_ other: Duration) -> Duration { (saturated + other.saturated).saturated }

  /// What lies between two durations.
  func saturatingSubtract(_ other: Duration) -> Duration { (saturated - other.saturated).saturated }
}
