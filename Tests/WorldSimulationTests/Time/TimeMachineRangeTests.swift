import Foundation
import TestSupport
import Testing
import World
import WorldSimulation
import WorldTesting

@Suite(.timeLimit(.minutes(120)))
struct TimeMachineRangeTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)
  private let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)

  @Test(arguments: [0, 0.1, -0.1, 557_152_051, 557_152_051.123_456, -63_113_904_000, 252_423_993_599.5, 4e18])
  func datesComeBackAsTheyWere(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(TimeMachine(frozenAt: date).date == date)
  }

  @Test(arguments: [
    (1e300, 0x1p63), (-1e300, -0x1p63), (.infinity, 0x1p63), (-.infinity, -0x1p63), (.nan, 0),
  ])
  func datesThatAreTooFarAreTheFarthest(seconds: Double, farthest: Double) async {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(TimeMachine(frozenAt: date).date.timeIntervalSinceReferenceDate == farthest)
    let time = TimeMachine(frozenAt: start)
    await time.travel(to: date)
    #expect(time.date.timeIntervalSinceReferenceDate == farthest)
  }

  @Test func durationsThatAreTooLongEndAtTheFarthest() async throws {
    let time = TimeMachine(frozenAt: start)
    for duration in [longest, longest * 2, longest * 16] {
      let sleeper = Task { try await time.sleep(for: duration) }
      try await time.waitForSleepers()
      await time.advance(by: .seconds(1_000))
      #expect(time.sleeperCount == 1)
      sleeper.cancel()
      _ = await sleeper.result
      try await time.sleep(for: .zero - duration)
      _ = TimeMachine(offsetBy: duration)
    }
    await time.advance(by: longest * 16)
    await time.advance(by: longest * 16)
    #expect(time.date.timeIntervalSinceReferenceDate == 0x1p63)
    await time.advance(by: .zero - longest * 16)
    await time.advance(by: .zero - longest * 16)
    #expect(time.date.timeIntervalSinceReferenceDate == -0x1p63)
  }

  @Test(
    arguments: [0, -0.0, -1, .nan, .infinity, -.infinity, 1e10, 1e-10, .leastNonzeroMagnitude] as [Double])
  func whatIsNoRateCannotBeOne(factor: Double) {
    #expect(TimeMachine.Rate(factor) == nil)
  }

  @Test func aLiteralIsARate() {
    let rate: TimeMachine.Rate = 60
    #expect(rate.factor == 60)
    #expect("\(rate)" == "60x")
  }

  @Test func secondsInWordsAreNotTooFew() {
    #expect(Duration.seconds(30).inPlainSeconds == "30")
    #expect(Duration.milliseconds(2_400).inPlainSeconds == "2.4")
    #expect(Duration.milliseconds(40_370_480).inPlainSeconds == "40370.48")
    #expect(Duration(secondsComponent: 1, attosecondsComponent: 1).inSecondsToType == "1.0000000000000002")
  }

  #if os(Linux) || os(macOS)
    @Test func aLiteralThatIsNoRateEndsTheProcess() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = TimeMachine(startingAt: .distantPast, rate: 0)
      }
      let errors = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      // Optimized, a precondition has no text.
      #if DEBUG
        #expect(errors.contains("0.0 is not a rate from 1e-9 to 1e9"))
      #else
        #expect(!errors.isEmpty)
      #endif
    }
  #endif
}
