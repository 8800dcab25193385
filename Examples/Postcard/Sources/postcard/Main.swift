import World
import WorldSimulation

@main
enum Main {
  static func main() async {
    let (simulation, arguments) = Simulation.readOrExit()
    if let shell = Completions.shell(in: arguments) {
      print(Completions.script(for: shell))
      return
    }
    World.bootstrap { simulation.apply(to: &$0) }
    await Postcard.main(arguments)
  }
}
