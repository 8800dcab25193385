import Foundation
import NIOCore
import NIOPosix
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Where a scope reaches with SwiftNIO.
@Suite(.world { $0.use(World.Simulation(locale: Locale(identifier: "fr_FR"))) })
struct EventLoopTests {
  private let loop = MultiThreadedEventLoopGroup.singleton.any()

  private static func locale() -> String? { Current.simulation.locale?.identifier }

  @Test func aCallbackOfAFutureLosesTheScope() async throws {
    let promise = loop.makePromise(of: Int.self)
    let seen = promise.futureResult.map { _ in Self.locale() }
    promise.succeed(1)
    #expect(try await seen.get() == nil)
  }

  @Test func aWrappedCallbackOfAFutureKeepsTheScope() async throws {
    let promise = loop.makePromise(of: Int.self)
    let seen = promise.futureResult.map(Current.wrap { _ in Self.locale() })
    promise.succeed(1)
    #expect(try await seen.get() == "fr_FR")
  }

  @Test func awaitingAFutureKeepsTheScope() async throws {
    let promise = loop.makePromise(of: Int.self)
    promise.succeed(1)
    #expect(try await promise.futureResult.get() == 1)
    #expect(Self.locale() == "fr_FR")
  }

  @Test func theTaskOfAFutureKeepsTheScope() async throws {
    #expect(try await loop.makeFutureWithTask { Self.locale() }.get() == "fr_FR")
  }
}
