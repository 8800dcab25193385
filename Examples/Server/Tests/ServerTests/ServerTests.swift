import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOEmbedded
import Synchronization
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

@testable import Server

/// Asks the routes as the server does, without a connection.
private struct Client {
  private let responder = Server.router(token: "secret").buildResponder()

  struct Answer {
    var status: HTTPResponse.Status
    var body: String
  }

  func get(_ path: String, headers: HTTPFields) async throws -> Answer {
    let head = HTTPRequest(
      method: .get, scheme: "http", authority: "localhost", path: path, headerFields: headers)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let source = ApplicationRequestContextSource(
      channel: NIOAsyncTestingChannel(), logger: Logger(label: "ServerTests"))
    let response = try await responder.respond(to: request, context: BasicRequestContext(source: source))
    // All middleware has returned here.
    let body = Body()
    try await response.body.write(body)
    return Answer(status: response.status, body: String(buffer: body.written.withLock { $0 }))
  }

  private final class Body: ResponseBodyWriter {
    let written = Mutex(ByteBuffer())

    func write(_ buffer: ByteBuffer) async throws {
      written.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}

@Suite(.world(.mock))
struct ServerTests {
  private let client = Client()

  private func headers(_ baggage: String, token: String = "secret") throws -> HTTPFields {
    var headers = HTTPFields()
    headers[try #require(HTTPField.Name("baggage"))] = baggage
    headers[try #require(HTTPField.Name("x-staging-token"))] = token
    return headers
  }

  private func get(_ path: String, _ baggage: String, token: String = "secret") async throws -> Client.Answer
  {
    try await client.get(path, headers: headers(baggage, token: token))
  }

  @Test func aRequestWithoutASimulationHasTheWorldOfTheServer() async throws {
    let response = try await get("/today", "user=ada", token: "")
    #expect(response.body == "Tuesday, 28 August 2018 at 13:27")
  }

  @Test func aSimulatedRequestHasAWorldOfItsOwn() async throws {
    let response = try await get("/today", "world.locale=fr_FR,world.timezone=Asia/Tokyo")
    #expect(response.body == "mardi 28 août 2018 à 21:27")
  }

  @Test func aStreamedBodyIsInTheWorldOfItsRequest() async throws {
    let response = try await get(
      "/week", "world.locale=de_DE,world.timezone=Europe/Berlin,world.date=2024-02-28")
    let days = response.body.split(separator: "\n")
    #expect(days.count == 7)
    #expect(days[1].hasPrefix("Donnerstag, 29. Februar 2024"))
  }

  @Test func anOutgoingCallCarriesTheWorldAndWhatTheCallerAdded() async throws {
    let response = try await get("/greeting", "user=ada,world.seed=7,trace=1")
    #expect(response.body == "Hello; baggage: user=ada,trace=1,world.seed=7")
  }

  @Test func aDetachedJobHasTheWorldOfItsContext() async throws {
    let response = try await get("/job", "world.locale=fr_FR,world.timezone=Asia/Tokyo")
    #expect(response.body == "mardi 28 août 2018 à 21:27")
  }

  @Test func aSimulationThatCannotBeReadIsABadRequest() async throws {
    let response = try await get("/today", "world.locale=klingon")
    #expect(response.status == .badRequest)
    #expect(response.body.contains("world.locale"))
  }

  @Test func aSimulationThatIsNotAllowedIsForbidden() async throws {
    #expect(try await get("/today", "world.seed=7", token: "guess").status == .forbidden)
  }

  /// 2,000 requests at once, in eleven languages and seven time zones.
  @Test func concurrentRequestsDoNotSeeEachOther() async throws {
    let locales = [
      "en_GB", "en_US", "fr_FR", "de_DE", "es_ES", "ja_JP", "ar_EG", "hi_IN", "th_TH", "tr_TR", "zh_CN",
    ]
    let zones = [
      "Europe/London", "Asia/Tokyo", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Africa/Cairo",
      "Australia/Lord_Howe",
    ]
    let requests = try (0..<2_000).map { number in
      let (locale, zone) = (locales[number % locales.count], zones[number % zones.count])
      var expected = Date.FormatStyle(date: .complete, time: .shortened)
      expected.locale = Locale(identifier: locale)
      expected.timeZone = try #require(TimeZone(identifier: zone))
      expected.calendar = Calendar(identifier: expected.locale.calendar.identifier)
      expected.calendar.locale = expected.locale
      expected.calendar.timeZone = expected.timeZone
      let date = Date(timeIntervalSinceReferenceDate: 557_152_051)
      return (
        headers: try headers("world.locale=\(locale),world.timezone=\(zone)"),
        text: date.formatted(expected)
      )
    }
    let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
      for request in requests {
        group.addTask {
          try await client.get("/today", headers: request.headers).body != request.text
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wrong == 0)
  }
}
