import World
import WorldSimulation

/// What happened, in order.
final class Diary: Sendable {
  private let written = Lock<[String]>([])
  var entries: [String] { written.withLock { $0 } }
  func write(_ entry: String) { written.withLock { $0.append(entry) } }
}
