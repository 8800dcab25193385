import Hummingbird
import World
import WorldStorage

/// Records each request, and writes a file when it fails.
struct RecordingMiddleware<Context: RequestContext>: RouterMiddleware {
  /// Where the files are written.
  var folder: String

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let recorder = World.Recorder(
      of: "request", by: "Server 1.0", writingTo: folder, keepingSettings: .nothing, keepingEvents: .nothing)
    return try await recorder.run { try await next(request, context) }
  }
}
