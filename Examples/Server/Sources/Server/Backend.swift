import World

/// Another service that this one calls.
struct Backend: World.LiveService {
  /// Returns the answer to a request with these headers.
  var greeting: @Sendable (_ headers: [String: String]) async throws -> String

  static var live: Backend { Backend(greeting: answer) }

  static var mock: Backend { Backend(greeting: answer) }

  /// Stands for an HTTP client, whose mock would return a fixed answer.
  @Sendable private static func answer(to headers: [String: String]) -> String {
    "Hello; baggage: \(headers["baggage"] ?? "")"
  }
}

extension World {
  var backend: Backend {
    get { self[Backend.self] }
    set { self[Backend.self] = newValue }
  }
}
