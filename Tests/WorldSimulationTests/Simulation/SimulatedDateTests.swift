import Foundation
import Testing
import World

@testable import WorldSimulation

struct SimulatedDateTests {
  private let noon = Date(timeIntervalSince1970: 1_700_000_000)
  private let leapDay = Date(timeIntervalSince1970: 1_709_247_599)

  @Test func frozenDateStandsStill() {
    let date = SimulatedDate.frozen(at: leapDay)
    #expect(date.date(at: noon) == leapDay)
    #expect(date.date(at: .distantFuture) == leapDay)
    #expect(date.rate == 0)
  }

  @Test(arguments: [
    (1, 0, 0), (1, 10, 10), (60, 10, 600), (0.5, 10, 5), (3600, -1, -3600), (1_000_000, 0.001, 1000),
  ])
  func runningDateGoesOnFromItsAnchor(rate: Double, real: Double, simulated: Double) {
    let date = SimulatedDate.running(from: leapDay, rate: rate, since: noon)
    let expected = leapDay.addingTimeInterval(simulated)
    #expect(
      abs(date.date(at: noon.addingTimeInterval(real)).timeIntervalSince(expected)) < 0.001
        * max(1, rate / 1000))
  }

  @Test(
    arguments: [
      (-1, 0.001), (0, 0.001), (.infinity, 1_000_000), (-.infinity, 0.001), (.nan, 1),
    ] as [(Double, Double)])
  func rateIsBroughtIntoItsRange(rate: Double, is expected: Double) {
    #expect(SimulatedDate.running(from: leapDay, rate: rate, since: noon).rate == expected)
  }

  @Test func timeEndsWithTheYear9999() throws {
    let date = SimulatedDate.running(from: leapDay, rate: 1_000_000, since: noon)
    #expect(date.date(at: noon.addingTimeInterval(1e9)).iso8601 == "9999-12-31T23:59:59.999Z")
    #expect(date.date(at: noon.addingTimeInterval(-1e9)).iso8601 == "0001-01-01T00:00:00Z")
    #expect(date.date(at: noon.addingTimeInterval(1e300)) == Date.writable.upperBound)
    #expect(
      SimulatedDate.frozen(at: .distantPast.addingTimeInterval(-1e12)).start == Date.writable.lowerBound)
    #expect(try instant("0001-01-01T00:00:00Z") == Date.writable.lowerBound)
    #expect(try instant("9999-12-31T23:59:59.999Z") == Date.writable.upperBound)
  }

  @Test(arguments: [TimeMachine.Motion.frozen, .ticking(rate: 1), .ticking(rate: 60)])
  func isWhatATimeMachineTells(motion: TimeMachine.Motion) throws {
    let anchor = TimeMachine.Anchor(date: leapDay, realDate: noon, motion: motion)
    let date = try #require(SimulatedDate(anchor))
    #expect(date.start == leapDay)
    #expect(date.anchor.motion == motion)
    #expect(SimulatedDate(date.anchor) == date)
    let real = RealTime(elapsed: { .zero }, date: { [noon] in noon.addingTimeInterval(10) }, sleep: { _ in })
    #expect(TimeMachine(date.anchor, real: real).date == date.date(at: noon.addingTimeInterval(10)))
  }

  @Test(arguments: [TimeMachine.Motion.stepping(.seconds(1)), .ticking(rate: 1e9), .ticking(rate: 1e-9)])
  func whatCannotBeSaidDoesNotTravel(motion: TimeMachine.Motion) {
    #expect(SimulatedDate(.init(date: leapDay, realDate: noon, motion: motion)) == nil)
  }

  @Test func datesAreKeptToTheMillisecond() {
    #expect(SimulatedDate.frozen(at: leapDay.addingTimeInterval(0.1234)).start.iso8601.hasSuffix(".123Z"))
    #expect(SimulatedDate.frozen(at: leapDay.addingTimeInterval(0.0001)) == .frozen(at: leapDay))
  }
}
