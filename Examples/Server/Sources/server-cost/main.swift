// Measures the cost of a simulated world. Sends requests over one loopback connection to a server with the middleware, and the
// same requests to the same server without it. Both format a date for the same locale and time zone: one server gets them
// from the request, the other from the process. Rounds alternate between the servers, and the comparison is of processor
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

  /// The processor time of a round, for the server and the client, without other load on the machine.
  func cost(_ client: some TestClientProtocol, _ headers: HTTPFields) async throws -> Double {
    let start = clock()
    for _ in 0..<requests {
      let response = try await client.execute(uri: "/today", method: .get, headers: headers)
      guard response.status == .ok else { fatalError("the server answered \(response.status)") }
    }
    return Double(clock() - start)
  }

  /// Returns the cost of requests to the second server, relative to the first: the ratio of medians. Starts the first one first.
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

  /// Returns the cost of requests with the middleware, relative to without: the median of several pairs of servers. The server
  /// that starts later is often faster, so each pair starts in both orders.
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
