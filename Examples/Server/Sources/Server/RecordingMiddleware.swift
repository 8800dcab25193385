import Hummingbird
import World
import WorldStorage

/// Records each request, and writes the recording to a file if the request fails.
struct RecordingMiddleware<Context: RequestContext>: RouterMiddleware {
  /// The folder for the files.
  var folder: String

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let recorder = World.Recorder(
      of: "request", by: "Server 1.0", writingTo: folder, keepingSettings: .nothing, keepingEvents: .nothing)
    return try await recorder.run { try await next(request, context) }
  }
}
