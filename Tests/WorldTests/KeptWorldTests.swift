import Foundation
import Testing
import WorldMocks
import WorldTesting

@testable import World

/// How long the worlds live that a scope had, and which of them readers must retain.
// Its exit test waits long for its turn beside a thousand others.
@Suite(.world(.mock, timeout: .seconds(600)))
struct KeptWorldTests {
  final class Resource: Sendable {}

  /// Writes as often as the scope keeps worlds at their addresses.
  private static func writeToTheLimit() {
    for _ in 0...Scope.keptSizeLimit / 16 { Current.uuid = { UUID() } }
  }

  /// Whether a reader retains the current world.
  private var isRetained: Bool {
    let reading = Scope.reading
    defer { reading.owner?.release() }
    return reading.owner != nil
  }

  /// Makes a resource that only the current world holds.
  private func hold() -> Resource {
    let resource = Resource()
    Current.date = { withExtendedLifetime(resource) { .distantPast } }
    return resource
  }

  /// Without services; the first one isn't counted, since it ends with its scope.
  @Test func aWorldIsReadWithoutRetainingItUntilTheScopeHasHad4096() {
    withWorld(.live) {
      #expect(!isRetained)
      for _ in 1...4_096 { Current.uuid = { UUID() } }
      #expect(!isRetained)
      Current.uuid = { UUID() }
      #expect(isRetained)
    }
  }

  @Test func aScopeThatEndsReleasesTheWorldItBeganWith() {
    weak var held: Resource?
    do {
      let resource = Resource()
      held = resource
      withWorld {
        $0.date = { withExtendedLifetime(resource) { .distantPast } }
      } operation: {
        #expect(Current.date() == .distantPast)
      }
    }
    #expect(held == nil)
  }

  private final class Writer: Sendable { deinit { Current.uuid = { UUID() } } }

  /// It replaces a world that nobody else holds, whose deinits may use the current one.
  @Test func anOverlappedWriteReleasesWhatItReplacesAfterTheLock() {
    Self.writeToTheLimit()
    weak var held: Writer?
    func change(_ world: inout World) {
      world.date = { .distantFuture }
      let writer = Writer()
      held = writer
      Current.date = { withExtendedLifetime(writer) { .distantPast } }
    }
    change(&Current)
    #expect(held == nil)
    #expect(Current.date() == .distantFuture)
  }

  @Test func aWorldThatIsReadIsNotReleased() {
    Self.writeToTheLimit()
    weak let held = hold()
    let reading = Scope.reading
    Current.date = { .distantFuture }
    #expect(held != nil)
    reading.owner?.release()
    #expect(held == nil)
  }

  @Test func readersAndScopesLeaveNothingOfAReplacedWorld() {
    Self.writeToTheLimit()
    weak let held = hold()
    #expect(Current.date() == .distantPast)
    withWorld {
      $0.timezone = { .gmt }
    } operation: {
      #expect(Current.date() == .distantPast)
    }
    #expect(held != nil)
    Current.date = { .distantFuture }
    #expect(held == nil)
  }

  #if os(Linux) || os(macOS)
    /// Something that uses the world while it goes away.
    final class Farewell: Sendable {
      deinit { Current.timezone = { Current.date() == .distantFuture ? .gmt : .current } }
    }

    // In a process of its own, since a deadlock ends it.
    @Test func aReplacedWorldIsReleasedWhenTheNextOneCanBeUsed() async {
      await #expect(processExitsWith: .success) {
        withWorld(.mock) {
          KeptWorldTests.writeToTheLimit()
          do {
            let farewell = Farewell()
            Current.date = { withExtendedLifetime(farewell) { .distantPast } }
          }
          Current.date = { .distantFuture }
          precondition(Current.timezone() == .gmt)
        }
      }
    }
  #endif
}
