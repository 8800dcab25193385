import Foundation
import World
import WorldSimulation

/// What the article on simulating worlds shows.
enum Simulating {
  static func twoLines() -> [String] {
    let (simulation, arguments) = World.Simulation.readOrExit()
    World.bootstrap { $0.use(simulation) }
    return arguments
  }

  static func twoLinesOfAProgramWithFlags() -> [String] {
    let (simulation, arguments) = World.Simulation.readOrExit(otherFlags: ["--verbose"])
    World.bootstrap { $0.use(simulation) }
    return arguments
  }

  static func twoLinesOfAProgramWithADateOfItsOwn() -> [String] {
    let (simulation, arguments) = World.Simulation.readOrExit(prefix: "sim-")
    World.bootstrap { $0.use(simulation) }
    return arguments
  }

  static func main(run: ([String]) async throws -> Void, complain: (String) -> Void) async throws {
    do {
      let (simulation, arguments) = try World.Simulation.read()
      World.bootstrap { $0.use(simulation) }
      if let notice = simulation.notice() { complain(notice) }
      try await run(arguments)
    } catch let error as World.Simulation.ReadingError {
      complain("\(error)")  // --timezone: "Asia/Tokio" is not a known time zone; did you mean Asia/Tokyo?
      exit(64)
    }
  }

  /// A process that isn't running yet, such as Foundation's `Process`, which some platforms lack.
  struct Child {
    var environment: [String: String]?
  }

  static func prepare(_ child: inout Child) {
    child.environment = Current.simulation.environment(addingTo: ProcessInfo.processInfo.environment)
  }

  struct Request {
    var headers: [String: String] = [:]
  }

  static func passOn(to outgoing: inout Request) throws {
    outgoing.headers["baggage"] = try Current.baggage()
  }

  static func serve(
    _ incoming: Request, token: String, respond: (Request) async throws -> String
  ) async throws -> String {
    let world = try Current.using(headers: incoming.headers) { headers in
      headers["x-staging-token"] == token
    }
    return try await withWorld(world) { try await respond(incoming) }
  }
}
