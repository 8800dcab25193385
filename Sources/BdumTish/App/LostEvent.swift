import Synchronization
import World

/// Remembers that an event was lost: the day goes on to its end, and the program reports it then.
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
