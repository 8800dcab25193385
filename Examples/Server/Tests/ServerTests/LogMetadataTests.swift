import Foundation
import Logging
import Testing
import World
import WorldSimulation
import WorldTesting

@testable import Server

@Suite(.world(.live))
struct LogMetadataTests {
  private let provider = Logger.MetadataProvider { LogMetadataBuilder.build() }

  @Test func aSimulatedRequestIsMarkedInItsLines() {
    let world = Current.using(World.Simulation(locale: Locale(identifier: "fr_FR")))
    #expect(withWorld(world) { provider.get() } == ["world": "--locale fr_FR"])
  }

  @Test func otherLinesAreNot() {
    #expect(provider.get() == [:])
  }
}
