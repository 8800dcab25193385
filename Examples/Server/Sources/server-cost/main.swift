// What a simulated world costs: requests of one connection over the loopback device to a server with the middleware, against the
// same requests, with the same headers, to the same server without it. Both format a date for the same locale and time
// zone: one has them from the request, the other from the process. Rounds take turns, and what is compared is processor
// time.
//
//   swift run -c release --traits Cost server-cost [REQUESTS]

#if Cost
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdTesting
  import Server
  import World

  let requests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
  let rounds = 30
  let pairs = 11

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
  func cost(_ client: some TestClientProtocol, _ headers: HTTPFields) async throws -> Double {
    let start = clock()
    for _ in 0..<requests {
      let response = try await client.execute(uri: "/today", method: .get, headers: headers)
      guard response.status == .ok else { fatalError("the server answered \(response.status)") }
    }
    return Double(clock() - start)
  }

  /// What requests cost the second of two servers, against the first, which are started in that order: the ratio of the medians.
  func ratio(
    _ first: Application<some HTTPResponder>, _ second: Application<some HTTPResponder>, _ baggage: String?
  ) async throws -> Double {
    let headers = try headers(baggage)
    return try await first.test(.live) { first in
      try await second.test(.live) { second in
        var costs: (first: [Double], second: [Double]) = ([], [])
        for _ in 0..<rounds {
          costs.first.append(try await cost(first, headers))
          costs.second.append(try await cost(second, headers))
        }
        return costs.second.sorted()[rounds / 2] / costs.first.sorted()[rounds / 2]
      }
    }
  }

  /// What requests cost with the middleware, against without it: the median of several pairs of servers. The server that is started
  /// later is often the faster one, whichever it is: so each pair is started in both orders.
  func ratio(_ baggage: String?) async throws -> String {
    var ratios: [Double] = []
    for _ in 0..<pairs {
      let plain = Application(router: Server.router(token: nil))
      let simulating = Application(router: Server.router(token: "secret"))
      let later = try await ratio(plain, simulating, baggage)
      let earlier = try await ratio(simulating, plain, baggage)
      ratios.append((later / earlier).squareRoot())
    }
    let percent = Int((ratios.sorted()[pairs / 2] * 100).rounded())
    return "\(percent / 100).\(String(percent % 100 + 100).dropFirst())"
  }

  World.bootstrap {
    $0.locale = { Locale(identifier: "fr_FR") }
    $0.timezone = { TimeZone(identifier: "Asia/Tokyo") ?? .gmt }
  }
  print("with the middleware, not simulated: \(try await ratio(nil)) x the server without it")
  let simulated = try await ratio("world.locale=fr_FR,world.timezone=Asia/Tokyo")
  print("with the middleware, simulated:     \(simulated) x the server without it")
#else
  print("It isn't built without its trait: swift run -c release --traits Cost server-cost")
#endif
