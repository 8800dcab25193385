import World
import WorldSimulation

@main
enum Main {
  static func main() async {
    let (simulation, arguments) = World.Simulation.readOrExit()
    if let shell = Completions.shell(in: arguments) {
      print(Completions.script(for: shell))
      return
    }
    World.bootstrap { $0.use(simulation) }
    await Postcard.main(arguments)
  }
}
