import Foundation

/// The `date` of measured worlds. It returns a constant, so that rows don't measure the system's clock.
enum DateClosure: String, CaseIterable, Sendable {
  /// Calling it does no reference counting.
  case capturing = "capturing"
  case capturingNothing = "not capturing"

  var closure: @Sendable () -> Date {
    switch self {
    case .capturingNothing:
      return { Date(timeIntervalSinceReferenceDate: 1) }
    case .capturing:
      let captured = Captured()
      return { Date(timeIntervalSinceReferenceDate: captured.seconds) }
    }
  }

  private final class Captured: Sendable {
    let seconds = 1.0
  }
}
