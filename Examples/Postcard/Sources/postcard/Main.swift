import World
import WorldSimulation

@main
enum Main {
  static func main() async {
    let (simulation, arguments) = Simulation.readOrExit()
    World.bootstrap { simulation.apply(to: &$0) }
    await Postcard.main(arguments)
  }
}
