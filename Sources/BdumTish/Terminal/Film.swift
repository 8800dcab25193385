import Foundation

/// Shows a day while its time passes, and obeys keys.
struct Film: Sendable {
  enum Ending: Sendable, Equatable {
    case seen
    /// Somebody pressed `q`.
    case left
    /// A signal is to end the process.
    case interrupted(Int32)
  }

  var screen: FilmScreen
  var playback: Playback
  var rate: Double
  var end: Date
  /// Waits, in real time, until the screen is to be looked at again.
  var wait: @Sendable () async throws -> Void

  static let rates: ClosedRange<Double> = 1...1_000_000

  /// However it ends, the terminal is as it was before.
  func show(on terminal: TerminalDevice) async throws -> Ending {
    try enter(terminal)
    defer { terminal.leave() }
    return try await play(on: terminal)
  }

  private func enter(_ terminal: TerminalDevice) throws {
    let isRightToLeft = screen.days.allSatisfy { $0.format.language.isRightToLeft }
    try terminal.enter(direction: isRightToLeft ? .rightToLeft : .leftToRight)
  }

  private func play(on terminal: TerminalDevice) async throws -> Ending {
    var (rate, isPaused, shown) = (rate, false, [String]())
    while true {
      for key in terminal.keys() {
        switch key {
        case .quit: return .left
        case .pause: isPaused.toggle()
        case .faster: rate = min(rate * 2, Film.rates.upperBound)
        case .slower: rate = max(rate / 2, Film.rates.lowerBound)
        }
        if isPaused { playback.freeze() } else { playback.resume(rate) }
      }
      switch terminal.signal() {
      case .end(let signal): return .interrupted(signal)
      case .stop(let signal):
        terminal.leave()
        terminal.raise(signal)
        try enter(terminal)
        shown = []
      case nil: break
      }
      let date = min(playback.date(), end)
      let lines = screen.lines(at: date, rate: rate, isPaused: isPaused, on: terminal.size())
      if lines != shown { try terminal.draw(lines) }
      shown = lines
      if date == end { return .seen }
      try await wait()
    }
  }
}
