import Hummingbird
import World
import WorldSimulation

/// Gives each request its own world, with a simulation if the caller may ask for one.
struct WorldMiddleware<Context: RequestContext>: RouterMiddleware {
  /// The token of callers that may simulate.
  var token: String

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let world = try Current.using(headers: request.headers.map { ($0.name.rawName, $0.value) }) { headers in
      headers["x-staging-token"] == token
    }
    var response = try await withWorld(world) { try await next(request, context) }
    // The server writes a streamed body, whose length it doesn't know, after this function has returned.
    if response.body.contentLength == nil {
      response.body = ResponseBody { [body = response.body] writer in
        try await withWorld(world) { [writer] in try await body.write(writer) }
      }
    }
    return response
  }
}

/// Turns a simulation that can't be read into a client error.
extension World.Simulation.ReadingError: @retroactive HTTPResponseError {
  private var answer: HTTPError {
    HTTPError(kind == .notAllowed ? .forbidden : .badRequest, message: description)
  }
  /// 403 if the simulation isn't allowed, otherwise 400.
  public var status: HTTPResponse.Status { answer.status }
  /// The error in one line.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try answer.response(from: request, context: context)
  }
}
