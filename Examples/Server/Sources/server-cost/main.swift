import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Server
import World

// What a simulated world costs: requests of one connection over the loopback device to a server with the middleware, against the
// same requests to the same server without it. Both format a date for the world they see. Rounds take turns. The figure
// is the median of the rounds' ratios of processor time, that of the client included.
//
//   swift run -c release server-cost [REQUESTS]

let requests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000
let rounds = 21

func headers(_ baggage: String?) throws -> HTTPFields {
  var headers: HTTPFields = [.accept: "text/plain", .userAgent: "server-cost"]
  guard let name = HTTPField.Name("baggage"), let token = HTTPField.Name("x-staging-token") else {
    return headers
  }
  headers[token] = "secret"
  headers[name] = baggage
  return headers
}

/// The processor time of a round, of the server and of the client: what else the machine does isn't in it.
func cost(_ client: some TestClientProtocol, _ baggage: String?) async throws -> Double {
  let headers = try headers(baggage)
  let start = clock()
  for _ in 0..<requests {
    let response = try await client.execute(uri: "/today", method: .get, headers: headers)
    guard response.status == .ok else { fatalError("the server answered \(response.status)") }
  }
  return Double(clock() - start)
}

World.bootstrap { $0.analytics = .discarding }
let plain = Application(router: Server.router(token: nil))
let simulating = Application(router: Server.router(token: "secret"))
let baggage = "world.locale=fr_FR,world.timezone=Asia/Tokyo"
let ratios = try await plain.test(.live) { plain in
  try await simulating.test(.live) { simulating in
    var ratios: [(unasked: Double, asked: Double)] = []
    for _ in 0..<rounds {
      let without = try await cost(plain, nil)
      ratios.append(
        (try await cost(simulating, nil) / without, try await cost(simulating, baggage) / without))
    }
    return ratios
  }
}

func median(_ values: [Double]) -> String {
  let percent = Int((values.sorted()[values.count / 2] * 1_000).rounded())
  return "\(percent / 1_000).\(String(percent % 1_000 + 1_000).dropFirst())"
}
print("with the middleware, not simulated: \(median(ratios.map(\.unasked))) x the server without it")
print("with the middleware, simulated:     \(median(ratios.map(\.asked))) x the server without it")
