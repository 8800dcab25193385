import World

/// Another service that this one calls.
struct Backend: World.LiveService {
  /// What it answers to a request with these headers.
  var greeting: @Sendable (_ headers: [String: String]) async throws -> String

  static var live: Backend {
    // Stands for a client of HTTP.
    Backend(greeting: { headers in "Hello; baggage: \(headers["baggage"] ?? "")" })
  }

  static var mock: Backend {
    Backend(greeting: { headers in "Hello; baggage: \(headers["baggage"] ?? "")" })
  }
}

extension World {
  var backend: Backend {
    get { self[Backend.self] }
    set { self[Backend.self] = newValue }
  }
}
