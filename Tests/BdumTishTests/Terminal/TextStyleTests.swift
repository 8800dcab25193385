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
    #expect(style.isAnimated == example.isAnimated)
    #expect(style.ink == Ink(isColored: example.isColored))
  }
}
