import Hummingbird
import World
import WorldStorage

package enum Server {
  /// Returns the routes. Each request has its own world.
  ///
  /// - Parameters:
  ///   - token: The token of callers that may simulate. Without one, all requests are in the process-wide world.
  ///   - recordings: The folder for recordings of failed requests; `nil` to record nothing.
  package static func router(token: String?, recordings: String? = nil) -> Router<BasicRequestContext> {
    let router = Router()
    if let token { router.add(middleware: WorldMiddleware(token: token)) }
    if let recordings { router.add(middleware: RecordingMiddleware(folder: recordings)) }

    router.get("/today") { _, _ in DayBuilder.today() }

    // The body is written after the middleware has returned.
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

    // The other service sees the same world, and the caller's own baggage.
    router.get("/greeting") { _, _ in try await GreetingBuilder.build() }

    // The total price of several items. Another service knows the price of each.
    router.get("/quote") { request, _ in
      let items = request.uri.queryParameters.getAll("item").map { String($0) }
      return try await QuoteBuilder.build(items).text()
    }

    // Work that is passed on with its context runs in the world of its request.
    router.get("/job") { _, _ in
      let job = JobBuilder.build()
      return await Task.detached { job.run() }.value
    }
    return router
  }
}
