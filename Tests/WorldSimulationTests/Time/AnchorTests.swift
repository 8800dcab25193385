import Foundation
import Testing
import World

@testable import WorldSimulation

struct AnchorTests {
  private let noon = Date(timeIntervalSince1970: 1_700_000_000)
  private let leapDay = Date(timeIntervalSince1970: 1_709_247_599)

  @Test func frozenDateStandsStill() {
    let anchor = TimeMachine.Anchor.frozen(at: leapDay)
    #expect(anchor.date(at: noon) == leapDay)
    #expect(anchor.date(at: .distantFuture) == leapDay)
    #expect(anchor.motion.rate == 0)
  }

  @Test(
    arguments: [
      (1, 0, 0), (1, 10, 10), (60, 10, 600), (0.5, 10, 5), (3600, -1, -3600), (1_000_000, 0.001, 1000),
    ] as [(TimeMachine.Rate, Double, Double)])
  func tickingDateGoesOnFromItsAnchor(rate: TimeMachine.Rate, real: Double, simulated: Double) {
    let anchor = TimeMachine.Anchor.ticking(from: leapDay, rate: rate, since: noon)
    let expected = leapDay.addingTimeInterval(simulated)
    let tolerance = 0.001 * max(1, rate.factor / 1000)
    #expect(abs(anchor.date(at: noon.addingTimeInterval(real)).timeIntervalSince(expected)) < tolerance)
  }

  @Test(arguments: [TimeMachine.Motion.frozen, .ticking(rate: 1), .ticking(rate: 60), .stepping(.seconds(1))])
  func isTheTimeOfAMachine(motion: TimeMachine.Motion) throws {
    let anchor = TimeMachine.Anchor(date: leapDay, realDate: noon, motion: motion)
    for seconds in [-10.0, 0, 10] {
      let real = RealTime(
        elapsed: { .zero }, date: { [noon] in noon.addingTimeInterval(seconds) }, sleep: { _ in })
      #expect(
        TimeMachine(anchor, real: real).anchor.date == anchor.date(at: noon.addingTimeInterval(seconds)))
    }
  }

  @Test(
    arguments: [
      .frozen, .ticking(rate: 1), .ticking(rate: 0.1), .ticking(rate: 1e9), .stepping(.nanoseconds(1)),
    ]
      as [TimeMachine.Motion])
  func whatIsEncodedIsDecoded(motion: TimeMachine.Motion) throws {
    let anchor = TimeMachine.Anchor(date: leapDay + 0.123_456_7, realDate: noon, motion: motion)
    let data = try JSONEncoder().encode(anchor)
    #expect(try JSONDecoder().decode(TimeMachine.Anchor.self, from: data) == anchor)
  }

  @Test func aMotionIsEncodedAsItsRateOrItsStep() throws {
    func json(_ motion: TimeMachine.Motion) throws -> String {
      String(decoding: try JSONEncoder().encode(motion), as: UTF8.self)
    }
    #expect(try json(.frozen) == #"{"rate":0}"#)
    #expect(try json(.ticking(rate: 60)) == #"{"rate":60}"#)
    #expect(try json(.stepping(.zero)) == #"{"step":[0,0]}"#)
  }

  @Test(arguments: [#"{"rate":-1}"#, #"{"rate":1e10}"#, #"{"rate":"60"}"#, "{}", "60"])
  func whatIsNoMotionIsNotDecoded(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(TimeMachine.Motion.self, from: Data(json.utf8))
    }
  }

  @Test func isDescribed() {
    #expect("\(TimeMachine.Anchor.frozen(at: leapDay))" == "2024-02-29T22:59:59Z, frozen")
    #expect(
      "\(TimeMachine.Anchor.ticking(from: leapDay, rate: 60, since: noon))"
        == "2024-02-29T22:59:59Z, ticking at 60x since 2023-11-14T22:13:20Z")
    #expect("\(TimeMachine.Motion.stepping(.seconds(2)))" == "stepping by 2.0 seconds")
  }

  // MARK: In a simulation

  @Test func aSimulatedDateIsInMilliseconds() {
    let simulation = World.Simulation(date: .frozen(at: leapDay.addingTimeInterval(0.1234)))
    #expect(simulation.date?.date.iso8601.hasSuffix(".123Z") == true)
    var other = World.Simulation()
    other.date = .frozen(at: leapDay.addingTimeInterval(0.0001))
    #expect(other.date == .frozen(at: leapDay))
  }

  @Test func aSimulatedDateCanBeWritten() throws {
    let (first, last) = (try instant("0001-01-01T00:00:00Z"), try instant("9999-12-31T23:59:59.999Z"))
    #expect(Date.writable == first...last)
    let farPast = World.Simulation(date: .frozen(at: .distantPast.addingTimeInterval(-1e12)))
    #expect(farPast.date?.date == first)
    let world = World(date: { [noon] in noon.addingTimeInterval(1e9) }).using(
      World.Simulation(date: .ticking(from: leapDay, rate: 1_000_000, since: noon)))
    #expect(world.date() == last)
  }

  @Test func aSteppingDateIsFrozenInASimulation() {
    let anchor = TimeMachine.Anchor(date: leapDay, realDate: noon, motion: .stepping(.seconds(1)))
    #expect(World.Simulation(date: anchor).date == .frozen(at: leapDay))
  }
}
