import Greeter
import World
import WorldSimulation

/// `swift run greet`: greets the user, or with `--locale fr_FR --timezone Asia/Tokyo` the user of another place.
@main
struct Greet {
  static func main() {
    let (simulation, _) = World.Simulation.readOrExit(otherFlags: [])
    World.bootstrap {
      $0.analytics = .discarding
      $0.use(simulation)
    }
    let greeting = GreetingBuilder.build()
    greeting.greet()
    print("\(greeting.text) It is \(greeting.time) in \(Current.timezone().identifier).")
  }
}
