import Foundation
import Testing
import World

@testable import WorldSimulation

struct ClockParserTests {
  @Test(
    arguments: [
      ("frozen", 0, nil), ("Frozen", 0, nil), ("ticking", 1, nil), ("1x", 1, nil), ("60x", 60, nil),
      ("60X", 60, nil), ("0.5x", 0.5, nil), ("0.001x", 0.001, nil), ("1000000x", 1_000_000, nil),
      ("060.50x", 60.5, nil), ("1e9x", 1e9, nil), ("1e-09x", 1e-9, nil), ("60x@1970-01-01T00:00:10Z", 60, 10),
      ("ticking@1970-01-01T00:00:00.250Z", 1, 0.25), ("ticking@1970-01-01T01:00:00+01:00", 1, 0),
      ("60x@1709251199", 60, 1_709_251_199),
    ] as [(String, Double, Double?)])
  func readsClock(text: String, rate: Double, realDate: Double?) throws {
    let clock = try ClockParser.parse(text)
    #expect(clock.motion.rate == rate)
    #expect(clock.realDate?.timeIntervalSince1970 == realDate)
  }

  static let bad = [
    ("forzen", "frozen"), ("tickin", "ticking"), ("60", "60x"),
    ("60 x", "60x"), ("x60", "60x"), ("-60x", "60x"), ("+60x", "60x"), ("0x", "frozen"),
    ("1000000001x", "1000000000x"), ("0x10x", "frozen"),
    (".5x", "5x"), ("5.x", "5x"), ("60x ", "60x"), (String(repeating: "9", count: 400) + "x", "1000000000x"),
    ("60x@", "60x@2024-02-29T23:59:59Z"), ("60x@2024-02-30T00:00:00Z", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-29T12:00:00", "60x@2024-02-29T12:00:00Z"), ("60x@2024-02-29", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-30", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-29 1:2", "60x@2024-02-29T01:02:00Z"),
    ("60x@2024-02-29T12:00:00Z@", "60x@2024-02-29T12:00:00Z"), ("frozen@2024-02-29T12:00:00Z", "frozen"),
  ]

  @Test(arguments: bad)
  func refusesClock(text: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try ClockParser.parse(text) }
    #expect(error?.suggestions == [suggestion])
  }

  @Test(arguments: ["", "infx", "nanx", "1.2.3x", "٦٠x", "x", "fast"]) func nothingIsSuggestedIfNothingIsNear(
    text: String
  ) {
    let error = #expect(throws: InvalidValue.self) { try ClockParser.parse(text) }
    #expect(error?.suggestions == [])
  }

  @Test(arguments: bad)
  func suggestionIsValid(text: String, suggestion: String) {
    #expect(throws: Never.self) { try ClockParser.parse(suggestion) }
  }

  @Test(
    arguments: [1e-9, 0.001, 0.1, 0.3, 1, 1.0000000000000002, 59.999, 60, 123_456.789, 1_000_000, 1e9]
      as [TimeMachine.Rate])
  func whatIsPrintedIsReadBack(rate: TimeMachine.Rate) throws {
    #expect(try ClockParser.parse(ClockParser.text(of: rate)).motion == .ticking(rate: rate))
  }
}
