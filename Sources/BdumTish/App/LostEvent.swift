import Synchronization
import World

/// Records that an event was lost. The program still prints the whole day, and reports the loss at its end.
final class LostEvent: Sendable {
  private let first = Mutex<Analytics.UnwritableFile?>(nil)

  func note(_ reason: Analytics.UnwritableFile) { first.withLock { $0 = $0 ?? reason } }

  func throwIfAny() throws(Failure) {
    if let reason = first.withLock({ $0 }) { throw Failure(reason: reason) }
  }

  struct Failure: Error, CustomStringConvertible {
    var reason: Analytics.UnwritableFile
    var description: String { "--analytics: \(reason)" }
  }
}
