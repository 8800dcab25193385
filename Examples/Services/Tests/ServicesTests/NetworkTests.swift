import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

@testable import Services

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct NetworkTests {
  /// Answers in place of a server, inside of `URLSession`.
  private final class Server: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "server.test" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
      guard let url = request.url, url.path != "/broken",
        let response = HTTPURLResponse(
          url: url, statusCode: url.path == "/" ? 200 : 404, httpVersion: nil, headerFields: nil)
      else {
        client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost))
        return
      }
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data("\(request.httpMethod ?? "?")".utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  init() { #expect(URLProtocol.registerClass(Server.self)) }

  private func request(_ text: String) throws -> URLRequest {
    URLRequest(url: try #require(URL(string: text)))
  }

  @Test func aLiveRequestIsAnswered() async throws {
    let network = Network.live
    #expect(
      try await network.send(request("http://server.test/"))
        == Network.Response(status: 200, body: Data("GET".utf8)))
    #expect(try await network.send(request("http://server.test/missing")).status == 404)
  }

  @Test func aLiveRequestWithoutAnAnswerThrows() async throws {
    let request = try request("http://server.test/broken")
    await #expect(throws: URLError.self) { try await Network.live.send(request) }
  }

  @Test(.world { $0.network = Network.answering(["https://example.com/": .init(body: Data("hello".utf8))]) })
  func aTestAssignsTheAnswers() async throws {
    #expect(try await Current.network.send(request("https://example.com/")).body == Data("hello".utf8))
    #expect(try await Current.network.send(request("https://example.com/other")).status == 404)
  }

  @Test(.world(.mock)) func aMockReportsThatNothingWasAssigned() async {
    await withKnownIssue {
      await #expect(throws: Unimplemented.self) {
        try await Current.network.send(request("https://example.com/"))
      }
    } matching: { issue in
      "\(issue)".contains("Network.send")
    }
  }
}
