import Configuration
import Testing
import World
import WorldMocks
import WorldTesting

@testable import Server

@Suite(.world(.mock))
struct ConfigTests {
  @Test func aMockWorldIsConfiguredWithNothing() {
    #expect(Current.config.int(forKey: "http.port", default: 8080) == 8080)
  }

  @Test(
    .world { $0.config = ConfigReader(provider: InMemoryProvider(values: ["http.port": 9000])) })
  func aTestConfiguresItsWorld() {
    #expect(Current.config.int(forKey: "http.port", default: 8080) == 9000)
  }
}
