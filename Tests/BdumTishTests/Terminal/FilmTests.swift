import Foundation
import Synchronization
import Testing

@testable import BdumTish

struct FilmTests {
  private func film(
    _ pace: Film.Pace, sleep: @escaping @Sendable (Duration) async throws -> Void
  ) -> Film {
    Film(
      frames: ["a", "b", "c"].map { Film.Frame(text: $0) }, pace: pace,
      date: { Date(timeIntervalSince1970: 0) }, sleep: sleep)
  }

  @Test func pausesBetweenFrames() async throws {
    let log = ConsoleLog()
    let pauses = Mutex<[Duration]>([])
    let film = film(.steadily(.seconds(1))) { pause in
      pauses.withLock { $0.append(pause) }
    }
    try await film.show(on: log.console())
    #expect(log.pieces == ["a", "b", "c"])
    #expect(pauses.withLock { $0 } == [.seconds(1), .seconds(1)])
  }

  @Test func withoutPauseWritesAtOnce() async throws {
    let log = ConsoleLog()
    let film = film(.atOnce) { _ in Issue.record("slept") }
    try await film.show(on: log.console())
    #expect(log.pieces == ["abc"])
  }

  @Test func stopsWhereNobodyReads() async {
    let written = Counter()
    var console = ConsoleLog().console()
    console.write = { _ throws(Console.OutputError) in
      if written.next() == 2 { throw .closed }
    }
    let film = film(.steadily(.seconds(1))) { _ in }
    await #expect(throws: Console.OutputError.closed) { try await film.show(on: console) }
    #expect(written.next() == 3)
  }

  /// When it begins, and the waits then; the frames' moments are 100 and 160, and time passes in sleep alone.
  @Test(arguments: [(40, [60, 60]), (100, [60]), (130, [60]), (1000, [60])] as [(Double, [Double])])
  func showsWhatHappensWhenItHappens(begin: Double, waits: [Double]) async throws {
    let log = ConsoleLog()
    let now = Mutex(Date(timeIntervalSince1970: begin))
    let slept = Mutex<[Duration]>([])
    let moments: [Double?] = [nil, 100, 160, nil]
    let film = Film(
      frames: moments.map { Film.Frame(text: "x", moment: $0.map { Date(timeIntervalSince1970: $0) }) },
      pace: .asTheyHappen, date: { now.withLock { $0 } },
      sleep: { duration in
        slept.withLock { $0.append(duration) }
        now.withLock { $0.addTimeInterval(duration / .seconds(1)) }
      })
    try await film.show(on: log.console())
    #expect(log.pieces.count == 4)
    #expect(slept.withLock { $0 } == waits.map { .seconds($0) })
  }
}
