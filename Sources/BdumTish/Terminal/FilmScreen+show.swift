// SPDX-License-Identifier: MIT

import Foundation

/// Shows a film on a terminal, and obeys keys.
extension FilmScreen {
  /// Somebody pressed Control-C.
  struct Interruption: Error {}

  /// When it ends or throws, the terminal is as it was before; not when a signal ends the program.
  ///
  /// - Returns: The moment that it was seen up to: its end, unless somebody pressed `q`.
  func show(on console: Console) async throws -> Date {
    console.setRaw(true)
    defer { console.setRaw(false) }
    // A screen of its own, without a cursor, whose lines begin at the left or the right ("select character path").
    // Terminals that can't do that ignore it.
    let path = film.days.allSatisfy(\.isRightToLeft) ? 2 : 1
    try console.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[\(path) k")
    // A closed output shows no cursor either.
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
