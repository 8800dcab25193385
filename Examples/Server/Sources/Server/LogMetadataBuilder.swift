import Logging
import World
import WorldSimulation

package enum LogMetadataBuilder {
  /// What is simulated, in each line that is logged in a simulated world.
  package static func build() -> Logger.Metadata {
    let simulation = Current.simulation
    return simulation.isEmpty ? [:] : ["world": "\(simulation)"]
  }
}
