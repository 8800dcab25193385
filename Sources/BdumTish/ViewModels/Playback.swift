import Foundation

/// The time that a film follows, as functions.
struct Playback: Sendable {
  var date: @Sendable () -> Date
  var freeze: @Sendable () -> Void
  /// Lets time pass so many times as fast as real time.
  var resume: @Sendable (_ rate: Double) -> Void
}
