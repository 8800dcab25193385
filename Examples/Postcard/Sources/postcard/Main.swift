import Foundation
import World

@main
enum Main {
  static func main() async {
    do {
      let (simulation, arguments) = try Simulation.read()
      World.bootstrap { simulation.apply(to: &$0) }
      if let notice = simulation.notice { complain(notice) }
      await Postcard.main(arguments)
    } catch {
      complain("\(error)")
      exit(64)
    }
  }

  private static func complain(_ line: String) {
    FileHandle.standardError.write(Data("postcard: \(line)\n".utf8))
  }
}
