import Foundation
import Testing
import World

@testable import WorldSimulation

struct ClockParserTests {
  @Test(
    arguments: [
      ("frozen", .frozen), ("ticking", .running(rate: 1, since: nil)), ("1x", .running(rate: 1, since: nil)),
      ("60x", .running(rate: 60, since: nil)), ("0.5x", .running(rate: 0.5, since: nil)),
      ("0.001x", .running(rate: 0.001, since: nil)), ("1000000x", .running(rate: 1_000_000, since: nil)),
      ("060.50x", .running(rate: 60.5, since: nil)),
      ("60x@1970-01-01T00:00:10Z", .running(rate: 60, since: Date(timeIntervalSince1970: 10))),
      ("ticking@1970-01-01T00:00:00.250Z", .running(rate: 1, since: Date(timeIntervalSince1970: 0.25))),
      ("ticking@1970-01-01T01:00:00+01:00", .running(rate: 1, since: Date(timeIntervalSince1970: 0))),
    ] as [(String, ClockParser.Clock)])
  func readsClock(text: String, clock: ClockParser.Clock) throws {
    #expect(try ClockParser.parse(text) == clock)
  }

  static let bad = [
    ("", "60x"), ("forzen", "frozen"), ("Frozen", "frozen"), ("tick", "ticking"), ("60", "60x"),
    ("60X", "60x"), ("60 x", "60x"), ("x60", "60x"), ("-60x", "60x"), ("+60x", "60x"), ("0x", "frozen"),
    ("0.0000001x", "0.001x"), ("1000001x", "1000000x"), ("1e3x", "ticking"), ("0x10x", "frozen"),
    ("infx", "60x"), ("nanx", "60x"), (".5x", "5x"), ("5.x", "5x"), ("1.2.3x", "60x"),
    ("٦٠x", "60x"),
    ("60x ", "60x"), (String(repeating: "9", count: 400) + "x", "1000000x"),
    ("60x@", "60x@2024-02-29T23:59:59Z"), ("60x@2024-02-30T00:00:00Z", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-29T12:00:00", "60x@2024-02-29T12:00:00Z"), ("60x@2024-02-29", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-30", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-29 1:2", "60x@2024-02-29T00:00:00Z"),
    ("60x@2024-02-29T12:00:00Z@", "60x@2024-02-29T12:00:00Z"), ("frozen@2024-02-29T12:00:00Z", "frozen"),
  ]

  @Test(arguments: bad)
  func refusesClock(text: String, suggestion: String) {
    let error = #expect(throws: InvalidValue.self) { try ClockParser.parse(text) }
    #expect(error?.suggestions == [suggestion])
  }

  @Test(arguments: bad)
  func suggestionIsValid(text: String, suggestion: String) {
    #expect(throws: Never.self) { try ClockParser.parse(suggestion) }
  }

  @Test(arguments: [0.001, 0.1, 0.3, 1, 1.0000000000000002, 59.999, 60, 123_456.789, 1_000_000])
  func whatIsPrintedIsReadBack(rate: Double) throws {
    #expect(try ClockParser.parse(ClockParser.text(of: rate)) == .running(rate: rate, since: nil))
  }
}
