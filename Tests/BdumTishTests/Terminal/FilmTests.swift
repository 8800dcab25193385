import Foundation
import Synchronization
import Testing

@testable import BdumTish

struct FilmTests {
  /// What the film asked of its time. Time passes when it waits, and by nothing else.
  private final class Time: Sendable {
    let now = Mutex(Date(timeIntervalSince1970: 0))
    let asked = Mutex<[String]>([])
    let rate = Mutex<Double>(600)

    func film(until end: Date, of days: [DayViewModel], wait: @escaping @Sendable () async throws -> Void)
      -> FilmViewModel
    {
      FilmViewModel(
        days: days, rate: 600, end: end, time: { self.now.withLock { $0 } },
        freeze: {
          self.asked.withLock { $0.append("freeze") }
          self.rate.withLock { $0 = 0 }
        },
        resume: { rate in
          self.asked.withLock { $0.append("\(rate)") }
          self.rate.withLock { $0 = rate }
        },
        wait: {
          try await wait()
          self.pass()
        })
    }

    func pass() { now.withLock { now in now.addTimeInterval(rate.withLock { $0 } / 20) } }
  }

  private let time = Time()

  private func film(lasting seconds: Double, wait: @escaping @Sendable () async throws -> Void = {}) throws
    -> FilmScreen
  {
    let film = time.film(until: Date(timeIntervalSince1970: seconds), of: [try .mock()], wait: wait)
    return FilmScreen(film: film, ink: Ink(isColored: false))
  }

  private let enters = "\u{1B}[?1049h\u{1B}[?25l"
  private let leaves = "\u{1B}[?25h\u{1B}[?1049l"

  @Test func playsToItsEnd() async throws {
    let log = ConsoleLog()
    let end = Date(timeIntervalSince1970: 7_200)
    #expect(try await film(lasting: 7_200).show(on: log.console(isTerminal: true)) == end)
    #expect(log.pieces.first == enters + "\u{1B}[1 k")
    #expect(log.output.hasSuffix(leaves))
    #expect(log.rawModes == [true, false])
    // Thirty seconds of the world pass in each picture, and the clock shows minutes.
    #expect(log.pieces.count > 7_200 / 60)
    #expect(log.pieces.count < 7_200 / 30)
    #expect(time.asked.withLock { $0 } == [])
  }

  @Test(arguments: [("ar_EG", "\u{1B}[2 k"), ("he_IL", "\u{1B}[1 k")])
  func linesBeginWhereTheirLanguageDoes(locale: String, sequence: String) async throws {
    let log = ConsoleLog(keys: [.quit])
    var screen = try film(lasting: 1)
    screen.film.days = [try .mock(locale: locale)]
    _ = try await screen.show(on: log.console(isTerminal: true))
    #expect(log.pieces.first?.hasSuffix(sequence) == true)
  }

  @Test func qLeavesIt() async throws {
    let log = ConsoleLog(keys: [nil, nil, .quit])
    // Two pictures of thirty seconds were seen.
    let end = Date(timeIntervalSince1970: 60)
    #expect(try await film(lasting: 86_400).show(on: log.console(isTerminal: true)) == end)
    #expect(log.output.hasSuffix(leaves))
  }

  @Test func aSpacePausesAndGoesOnAtTheRateThatArrowsHaveSet() async throws {
    let log = ConsoleLog(keys: [.faster, .slower, .slower, .pause, .faster, .slower, .pause, .quit])
    _ = try await film(lasting: 86_400).show(on: log.console(isTerminal: true))
    #expect(
      time.asked.withLock { $0 } == ["1000.0", "500.0", "200.0", "freeze", "freeze", "freeze", "200.0"])
    #expect(log.pieces.contains { $0.contains(" paused ") })
    #expect(log.pieces.contains { $0.contains(" 500x ") })
  }

  @Test func pausedTimeStandsStill() async throws {
    let log = ConsoleLog(keys: [.pause] + Array(repeating: nil, count: 100) + [.quit])
    _ = try await film(lasting: 10).show(on: log.console(isTerminal: true))
    #expect(time.now.withLock { $0 } == Date(timeIntervalSince1970: 0))
    // What doesn't change isn't drawn again.
    #expect(log.pieces.count == 3)
  }

  @Test func rateStaysWithinBounds() async throws {
    let log = ConsoleLog(
      keys: Array(repeating: .faster, count: 30) + Array(repeating: .slower, count: 60) + [.quit])
    _ = try await film(lasting: .infinity).show(on: log.console(isTerminal: true))
    let rates = time.asked.withLock { $0.compactMap(Double.init) }
    #expect(rates.max() == 1_000_000)
    #expect(rates.min() == 1)
    #expect(Set(rates).isSubset(of: FilmViewModel.rates))
  }

  @Test func leavesTheTerminalAsItWasWhereNobodyReads() async throws {
    let written = Counter()
    let log = ConsoleLog()
    var terminal = log.console(isTerminal: true)
    terminal.write = { _ throws(Console.OutputError) in
      if written.next() == 2 { throw .closed }
    }
    let device = terminal
    await #expect(throws: Console.OutputError.closed) { try await film(lasting: 86_400).show(on: device) }
    #expect(written.next() == 4)
    #expect(log.rawModes == [true, false])
  }

  @Test func leavesTheTerminalAsItWasWhereWaitingFails() async throws {
    let log = ConsoleLog()
    await #expect(throws: CancellationError.self) {
      try await film(lasting: 86_400) { throw CancellationError() }.show(on: log.console(isTerminal: true))
    }
    #expect(log.output.hasSuffix(leaves))
  }

  @Test(arguments: [
    (" ", [Key.pause]), ("q", [.quit]), ("Q", [.quit]), ("\u{3}", [.interrupt]), ("\u{1B}[A", [.faster]),
    ("\u{1B}[C", [.faster]),
    ("\u{1B}[B", [.slower]), ("\u{1B}OD", [.slower]), ("x\u{1B}[C q", [.faster, .pause, .quit]), ("", []),
    ("\u{1B}", []), ("\u{1B}[", []), ("\u{1B}[Z ", [.pause]),
  ])
  func keysAreWhatATerminalSends(text: String, keys: [Key]) {
    #expect(Key.all(in: Array(text.utf8)) == keys)
  }
}
