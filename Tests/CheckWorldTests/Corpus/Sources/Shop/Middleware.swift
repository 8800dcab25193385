// swift-format-ignore-file
import World

struct SimulationMiddleware: RouterMiddleware {
  func handle(_ request: Request, next: (Request) async throws -> Response) async throws -> Response {
    let simulation = try World.Simulation(baggage: request.headers["baggage"], allow: isAllowed)
    return try await withWorld(Current.using(simulation)) { try await next(request) }  // expect: none
  }
}

struct TenantMiddleware: RouterMiddleware {
  func handle(_ request: Request, next: (Request) async throws -> Response) async throws -> Response {
    var world = Current  // expect: none
    world.locale = { request.locale }
    return try await withWorld(world) { try await next(request) }
  }
}

func choose(_ simulation: World.Simulation?) async throws {
  let world = simulation.map(Current.using) ?? Current  // expect: none
  let other: World = isSimulated ? Current.using(fixed) : Current  // expect: none
  try await withWorld(world) { try await withWorld(other) { refresh() } }
}

func later(_ queue: DispatchQueue) {
  let world = Current  // expect: none
  queue.async { withWorld(world) { refresh() } }
  queue.async(execute: Current.wrap { refresh() })  // expect: none
  let date = Current.date()  // expect: current-outside-builders
  let copy = Current  // expect: current-outside-builders
}

func capture(_ queue: DispatchQueue) {
  queue.async { [scope = Current] in withWorld(scope) { refresh() } }  // expect: none
  withWorld(.mock) { print(Current.date()) }  // expect: current-outside-builders
}

func enter(_ simulation: World.Simulation) {
  withWorld(world(at: Current.date(), in: Current)) { refresh() }  // expect: current-outside-builders
  withWorld(Current.with { $0.locale = { french } }) { refresh() }  // expect: none
  queue.async(execute: Current.wrap(named(Current.uuid())) { refresh() })  // expect: current-outside-builders
}
