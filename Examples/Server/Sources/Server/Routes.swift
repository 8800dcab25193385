import Foundation
import Hummingbird
import ServiceContextModule
import World
import WorldSimulation

package enum Server {
  /// The routes, each of whose requests has a world of its own.
  ///
  /// - Parameter token: That of callers that may simulate; without one, all requests are in the world of the process.
  package static func router(token: String?) -> Router<BasicRequestContext> {
    let router = Router()
    if let token { router.add(middleware: WorldMiddleware(token: token)) }

    router.get("/today") { _, _ in DayBuilder.build().text(Current.date()) }

    // The body is written when the middleware has returned.
    router.get("/week") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for day in DayBuilder.week() {
            try await writer.write(ByteBuffer(string: DayBuilder.build().text(day) + "\n"))
            await Task.yield()
          }
          try await writer.finish(nil)
        })
    }

    // The other service sees the same world, and what the caller added to the request.
    router.get("/greeting") { _, _ in
      try await Current.backend.greeting(["baggage": try Current.baggage()])
    }

    // Work that is handed on by its context runs in the world of its request.
    router.get("/job") { _, _ in
      let job = Job(context: .topLevel.with(Current)) { DayBuilder.build().text(Current.date()) }
      return await Task.detached { job.run() }.value
    }
    return router
  }
}

/// Work that takes a context along, as queues and tracers do.
struct Job: Sendable {
  var context: ServiceContext
  var work: @Sendable () -> String

  func run() -> String {
    ServiceContext.withValue(context) { withWorld(context.world ?? Current) { work() } }
  }
}

extension ServiceContext {
  private enum Key: ServiceContextKey {
    typealias Value = World
    static var nameOverride: String? { "world" }
  }

  /// The world that travels with the context, beside a trace.
  var world: World? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }

  /// This context, with a world.
  func with(_ world: World) -> ServiceContext {
    var context = self
    context.world = world
    return context
  }
}
