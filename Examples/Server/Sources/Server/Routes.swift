import Hummingbird
import World
import WorldStorage

package enum Server {
  /// The routes, each of whose requests has a world of its own.
  ///
  /// - Parameters:
  ///   - token: That of callers that may simulate; without one, all requests are in the world of the process.
  ///   - recordings: Where the recordings of requests that fail are written; `nil` for nowhere.
  package static func router(token: String?, recordings: String? = nil) -> Router<BasicRequestContext> {
    let router = Router()
    if let token { router.add(middleware: WorldMiddleware(token: token)) }
    if let recordings { router.add(middleware: RecordingMiddleware(folder: recordings)) }

    router.get("/today") { _, _ in DayBuilder.today() }

    // The body is written when the middleware has returned.
    router.get("/week") { _, _ in
      Response(
        status: .ok,
        body: ResponseBody { writer in
          for day in DayBuilder.week() {
            try await writer.write(ByteBuffer(string: DayBuilder.text(of: day) + "\n"))
            await Task.yield()
          }
          try await writer.finish(nil)
        })
    }

    // The other service sees the same world, and what the caller added to the request.
    router.get("/greeting") { _, _ in try await GreetingBuilder.build() }

    // What several things cost, each of which another service is asked for.
    router.get("/quote") { request, _ in
      let items = request.uri.queryParameters.getAll("item").map { String($0) }
      return try await QuoteBuilder.build(items).text()
    }

    // Work that is handed on by its context runs in the world of its request.
    router.get("/job") { _, _ in
      let job = JobBuilder.build()
      return await Task.detached { job.run() }.value
    }
    return router
  }
}
