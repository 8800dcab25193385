import Foundation
import Testing

@testable import BdumTish

struct TextStyleTests {
  struct Example: CustomTestStringConvertible {
    var flags: [String] = []
    var environment = ["TERM": "xterm-256color"]
    var isTerminal = true
    var isColored: Bool
    var isAnimated: Bool
    var testDescription: String { "\(flags) \(environment) terminal: \(isTerminal)" }
  }

  @Test(arguments: [
    Example(isColored: true, isAnimated: true),
    Example(isTerminal: false, isColored: false, isAnimated: false),
    Example(flags: ["--no-color"], isColored: false, isAnimated: true),
    Example(flags: ["--no-animation"], isColored: true, isAnimated: false),
    Example(environment: ["TERM": "xterm", "NO_COLOR": "1"], isColored: false, isAnimated: true),
    Example(environment: ["TERM": "xterm", "NO_COLOR": ""], isColored: true, isAnimated: true),
    Example(environment: ["TERM": "dumb"], isColored: false, isAnimated: false),
    Example(environment: ["TERM": ""], isColored: false, isAnimated: false),
    Example(environment: [:], isColored: false, isAnimated: false),
  ])
  func colourAndMotionAreForTerminals(_ example: Example) throws {
    let arguments = try Arguments(example.flags)
    let style = TextStyle(arguments, environment: example.environment, isTerminal: example.isTerminal)
    #expect(style.isColored == example.isColored)
    #expect(style.isAnimated == example.isAnimated)
    #expect(style.ink == Ink(isColored: example.isColored))
    #expect((style.pace(rate: 1) != .atOnce) == example.isAnimated)
    #expect((style.pace(rate: 3600) != .atOnce) == example.isAnimated)
  }

  @Test(arguments: [
    (0, Film.Pace.steadily(.milliseconds(180))), (1, .steadily(.milliseconds(180))),
    (0.5, .steadily(.milliseconds(90))), (60, .asTheyHappen),
  ])
  func paceIsTheClocks(rate: Double, pace: Film.Pace) throws {
    let style = TextStyle(try Arguments([]), environment: ["TERM": "xterm"], isTerminal: true)
    #expect(style.pace(rate: rate) == pace)
  }
}
