import Foundation

/// What a world's `date` is while it is measured: constant, so that the system's clock isn't.
enum DateClosure: String, CaseIterable, Sendable {
  /// Calling it counts no references.
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
