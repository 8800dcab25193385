// SPDX-License-Identifier: MIT

import Foundation

/// Playing a film on a terminal.
extension FilmScreen {
  /// The user pressed Control-C.
  struct Interruption: Error {}

  /// Plays the film and obeys keys. Restores the terminal when it returns or throws, but not if a signal ends the program.
  ///
  /// - Returns: The moment up to which the film was shown: its end, unless the user pressed `q`.
  func show(on console: Console) async throws -> Date {
    console.setRaw(true)
    defer { console.setRaw(false) }
    // The alternate screen, without a cursor. Lines begin at the left or the right ("select character path").
    // Terminals that can't do this ignore it.
    let path = film.days.allSatisfy(\.isRightToLeft) ? 2 : 1
    try console.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[\(path) k")
    // If the output is closed, there is no cursor to show.
    defer { try? console.write("\u{1B}[0m\u{1B}[0 k\u{1B}[?25h\u{1B}[?1049l") }
    return try await play(on: console)
  }

  private func play(on console: Console) async throws -> Date {
    var (screen, shown) = (self, [String]())
    while true {
      let date = min(film.time(), film.end)
      for key in console.keys() {
        switch key {
        case .quit: return date
        case .pause: screen.film.togglePause()
        case .faster: screen.film.speedUp()
        case .slower: screen.film.slowDown()
        case .interrupt: throw Interruption()
        }
      }
      let lines = screen.lines(at: date, on: console.size() ?? Console.Size(width: 80, height: 24))
      if lines != shown {
        try console.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
      }
      shown = lines
      if date == film.end { return date }
      try await film.wait()
    }
  }
}
