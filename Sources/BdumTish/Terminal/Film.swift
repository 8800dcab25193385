import Foundation

/// Shows one part of a text after the other.
struct Film: Sendable {
  /// A part of a text, and the time of its event; without a time, it is printed with the part before.
  struct Frame: Sendable, Equatable {
    var text: String
    var moment: Date?
  }

  /// How frames follow each other.
  enum Pace: Sendable, Equatable {
    case atOnce
    case steadily(Duration)
    /// Each when its moment has come. If the first one's has passed before the film begins, all are as late.
    case asTheyHappen
  }

  var frames: [Frame]
  var pace: Pace
  var date: @Sendable () -> Date
  var sleep: @Sendable (Duration) async throws -> Void

  func show(on console: Console) async throws {
    if pace == .atOnce { return try console.write(frames.map(\.text).joined()) }
    let begin = date()
    let first = frames.lazy.compactMap(\.moment).first ?? begin
    let delay = max(0, begin.timeIntervalSince(first))
    for (index, frame) in frames.enumerated() {
      switch pace {
      case .steadily(let pause):
        if index > 0 { try await sleep(pause) }
      case .asTheyHappen:
        let due = frame.moment?.addingTimeInterval(delay) ?? begin
        let wait = due.timeIntervalSince(date())
        if wait > 0 { try await sleep(.seconds(wait)) }
      case .atOnce: break
      }
      try console.write(frame.text)
    }
  }
}
