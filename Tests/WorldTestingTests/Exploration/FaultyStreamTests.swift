import Foundation
import Testing
import World
import WorldMocks

@testable import WorldSimulation
@testable import WorldTesting

/// What streams do that fail sometimes.
struct FaultyStreamTests {
  private static func numbers() -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
  }

  private static func throwingNumbers() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
  }

  /// What a body notes with no fault, and with each of five at the second element.
  private func events(_ body: @escaping @Sendable (EventLog) async -> Void) async -> [String] {
    let log = EventLog()
    return await withRuns(
      of: {
        let start = Current.date()
        await body(log)
        log.note("\(Int(Current.date().timeIntervalSince(start))) s")
      },
      { explorer in
        (0...5).map { fault in
          var input = RunInput()
          if fault > 0 { input.faults = ["numbers": Choices([.init(index: 1, value: fault)])] }
          _ = explorer.run(Plan(input: input))
          return log.drain().joined(separator: " ")
        }
      })
  }

  @Test func aStreamEndsThrowsRepeatsOrIsLate() async {
    let events = await events { log in
      let numbers = World.Fault.inject(
        "numbers", .throwing(Overdrawn()), .throwingAfterwards(Overdrawn()), .late(.seconds(5)), .cancelled,
        .twice,
        into: FaultyStreamTests.throwingNumbers())
      do {
        for try await number in numbers { log.note("\(number)") }
        log.note("end")
      } catch {
        log.note("\(type(of: error))")
      }
    }
    #expect(
      events == [
        "1 2 3 end 0 s", "1 Overdrawn 0 s", "1 2 Overdrawn 0 s", "1 2 3 end 5 s", "1 end 0 s",
        "1 2 2 3 end 0 s",
      ])
  }

  @Test func aStreamThatCannotThrowEnds() async {
    let events = await events { log in
      let numbers = World.Fault.inject(
        "numbers", .throwing(Overdrawn()), .throwingAfterwards(Overdrawn()), .late(.seconds(5)), .cancelled,
        .twice,
        into: FaultyStreamTests.numbers())
      for await number in numbers { log.note("\(number)") }
    }
    #expect(events == ["1 2 3 0 s", "1 0 s", "1 2 0 s", "1 2 3 5 s", "1 0 s", "1 2 2 3 0 s"])
  }

  @Test func outsideOfExplorationsAStreamIsAsItIs() async throws {
    for _ in 0..<20 {
      var sum = 0
      for await number in World.Fault.inject("never", .cancelled, .twice, into: FaultyStreamTests.numbers()) {
        sum += number
      }
      for try await number in World.Fault.inject(
        "never", .throwing(Overdrawn()), into: FaultyStreamTests.throwingNumbers())
      {
        sum += number
      }
      #expect(sum == 12)
    }
  }

  /// A program that adds an element again after a reconnection.
  @Test func aRepeatedElementIsToBlame() async {
    let report = await World.Exploration(runs: 200).run {
      var sum = 0
      for await number in World.Fault.inject("prices", .cancelled, .twice, into: FaultyStreamTests.numbers())
      {
        sum += number
      }
      if sum > 6 { throw Overdrawn() }
    }
    #expect(report.failingDimensions == .faults)
    #expect(report.description.contains("\"prices\" has an element twice the "), "\(report)")
  }

  @Test(arguments: [
    (World.Fault.throwing(Overdrawn()), "ends"), (.throwingAfterwards(Overdrawn()), "ends after an element"),
  ])
  func anErrorOfAStreamThatCannotThrowIsItsEnd(fault: World.Fault, words: String) async {
    let report = await World.Exploration(runs: 200).run {
      var sum = 0
      for await number in World.Fault.inject("prices", fault, into: FaultyStreamTests.numbers()) {
        sum += number
      }
      if sum < 6 { throw Overdrawn() }
    }
    #expect(report.description.contains("\"prices\" \(words) the "), "\(report)")
  }

  @Test func anUnreachedStreamIsNamed() async {
    let report = await World.Exploration(runs: 10).run {
      _ = World.Fault.inject("prices", .cancelled, into: FaultyStreamTests.numbers())
      _ = Current.date()
    }
    #expect(report.unreachedFaults == ["prices"])
  }
}
