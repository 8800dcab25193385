import Foundation
import World

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests over HTTP.
///
/// Live, `URLSession.shared` sends them. In a mock world each request reports that it is unimplemented and throws: a test
/// assigns ``answering(_:)``, or a closure of its own.
struct Network: World.LiveService {
  /// A server's response.
  struct Response: Sendable, Hashable {
    var status = 200
    var body = Data()
  }

  /// Sends a request. Throws a `URLError` if there is no answer; an answer of any status is a response.
  var send: @Sendable (_ request: URLRequest) async throws -> Response

  /// Answers by URL, for tests. Other URLs aren't found.
  static func answering(_ responses: [String: Response]) -> Network {
    Network(send: { request in responses[request.url?.absoluteString ?? ""] ?? Response(status: 404) })
  }

  static var live: Network {
    Network(send: { request in
      let (body, response) = try await URLSession.shared.data(for: request)
      guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
      return Response(status: response.statusCode, body: body)
    })
  }

  static var mock: Network { Network(send: unimplemented("Network.send")) }
}

extension World {
  /// Requests over HTTP.
  var network: Network {
    get { self[Network.self] }
    set { self[Network.self] = newValue }
  }
}
