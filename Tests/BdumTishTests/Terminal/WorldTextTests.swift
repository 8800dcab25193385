import Testing
import WorldSimulation

@testable import BdumTish

struct WorldTextTests {
  private let world = WorldViewModel(dependencies: [
    .init("date", "2024-03-01T08:59:59+09:00", rendered: "Friday", isSimulated: true), .init("uuid", "new"),
  ])

  @Test func isATable() {
    #expect(
      WorldText(world, ink: Ink(isColored: false)).text == """
        date  simulated  Friday
        uuid  live       new

        """)
  }

  @Test func isAnObject() throws {
    #expect(
      try WorldJSON(world).text() == """
        {
          "date" : {
            "source" : "simulated",
            "value" : "2024-03-01T08:59:59+09:00"
          },
          "uuid" : {
            "source" : "live",
            "value" : "new"
          }
        }

        """)
  }
}
