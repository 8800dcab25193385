import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// Scopes that are entered and left by several threads while none other is alive, so that the shortcut to the
/// process-wide world is opened and closed all the time. Nobody inside a scope may see it open.
@Suite(.timeLimit(.minutes(120)))
struct OpeningTests {
  #if os(Linux) || os(macOS)
    // In a process of its own: elsewhere other tests' scopes keep the shortcut closed.
    @Test func nobodyInAScopeEverSeesTheProcessWideWorld() async {
      await #expect(processExitsWith: .success) {
        World.bootstrap { $0.date = { Date() } }
        let done = DispatchGroup()
        for thread in 1...3 {
          done.enter()
          Thread.detachNewThread {
            var world = World.mock
            world.date = { Date(timeIntervalSince1970: Double(thread)) }
            for _ in 0..<100_000 {
              let seen = withWorld(world) { Current.date().timeIntervalSince1970 }
              precondition(seen == Double(thread), "thread \(thread) saw \(seen) inside its scope")
            }
            done.leave()
          }
        }
        for _ in 0..<100_000 {
          let seen = Current.date().timeIntervalSince1970
          precondition(seen > 1_000, "outside of all scopes, \(seen) of a scope was seen")
        }
        waitForThreads(done)
      }
    }
  #endif
}

/// Waits from an asynchronous context; only for a process that has nothing else to do.
private func waitForThreads(_ group: DispatchGroup) { group.wait() }
