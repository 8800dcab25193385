import World
import WorldSimulation

@main
enum Main {
  static func main() async {
    let (simulation, arguments) = Simulation.readOrExit()
    World.bootstrap { $0.use(simulation) }
    await Postcard.main(arguments)
  }
}
