import Hummingbird

package enum Server {
  /// The routes, each of whose requests has a world of its own.
  ///
  /// - Parameter token: That of callers that may simulate; without one, all requests are in the world of the process.
  package static func router(token: String?) -> Router<BasicRequestContext> {
    let router = Router()
    if let token { router.add(middleware: WorldMiddleware(token: token)) }

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

    // Work that is handed on by its context runs in the world of its request.
    router.get("/job") { _, _ in
      let job = JobBuilder.build()
      return await Task.detached { job.run() }.value
    }
    return router
  }
}
