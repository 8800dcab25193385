import Foundation
import Synchronization
import Testing
import World
import WorldMocks
import WorldTesting

struct Environment: World.LiveService {
  var home: @Sendable () -> String
  var variable: @Sendable (String) -> String?
  var arguments: @Sendable () -> [String]

  static var live: Environment {
    Environment(
      home: { NSHomeDirectory() },
      variable: { ProcessInfo.processInfo.environment[$0] },
      arguments: { ProcessInfo.processInfo.arguments })
  }

  static var mock: Environment {
    Environment(home: { "/home/someone" }, variable: { _ in nil }, arguments: { ["program"] })
  }
}

extension World {
  var env: Environment {
    get { self[Environment.self] }
    set { self[Environment.self] = newValue }
  }
}

struct Caches: World.LiveService {
  /// Copies of the service share it.
  final class Prices: Sendable {
    let ofItems = Mutex<[String: Int]>([:])
  }

  let prices = Prices()

  static var live: Caches { Caches() }
  static var mock: Caches { Caches() }
}

extension World {
  var caches: Caches { self[Caches.self] }
}

@Suite(.world(.mock))
struct CachesTests {
  @Test(.world { $0.env.home = { "/tmp" } }) func oneFunctionOfAGroupIsReplaced() {
    #expect(Current.env.home() == "/tmp")
    #expect(Current.env.arguments() == ["program"])
    withWorld(.live) {
      #expect(Current.env.arguments() == ProcessInfo.processInfo.arguments)
      #expect(Current.env.home() == NSHomeDirectory())
      #expect(Current.env.variable("WORLD_NO_SUCH_VARIABLE") == nil)
    }
  }

  private func price(of name: String) -> Int? { Current.caches.prices.ofItems.withLock { $0[name] } }

  @Test(arguments: 1...3) func eachTestHasCachesOfItsOwn(cents: Int) {
    #expect(price(of: "tea") == nil)
    Current.caches.prices.ofItems.withLock { $0["tea"] = cents }
    #expect(price(of: "tea") == cents)
    withWorld(.mock) { #expect(price(of: "tea") == nil) }
    withWorld {
      $0.locale = { Locale(identifier: "fr_FR") }
    } operation: {
      #expect(price(of: "tea") == cents)
    }
  }

  @Test func aProcessHasOneLiveCache() {
    withWorld(.live) { Current.caches.prices.ofItems.withLock { $0["live"] = 1 } }
    #expect(withWorld(.live) { price(of: "live") } == 1)
    #expect(price(of: "live") == nil)
  }
}
