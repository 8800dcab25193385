// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import World

/// Decides which test may enter actors that tests share, such as a `static let shared`.
///
/// An actor runs the tasks that wait for it one after the other, whichever test they belong to, where the first of them
/// was enqueued. So only one test at a time may enter actors that it didn't create, from its first entry until its end.
/// A test also waits for the end of the test that created the actor.
final class Turns: Sendable {
  static let ofProcess = Turns { if ExploringTrait.isVerbose { writeLineToStandardError($0) } }

  private struct State: Sendable {
    /// The running tests whose steps created actors, by the actors' addresses.
    var creators: [UInt: TestMonitor] = [:]
    /// The tests that took longer than their timeout. All others may enter their actors, even if such a test goes on.
    var halted: Set<ObjectIdentifier> = []
    /// The test whose turn it is.
    var holder: TestMonitor?
    /// The first test that is known to have used each actor that tests share: its creator, once that is over, or who entered it first.
    var firstTests: [UInt: String] = [:]
    /// A test may be there several times, for its own tasks and for explorations that it runs. The test whose turn it is waits only
    /// for creators.
    var waiting: [Waiting] = []

    mutating func take(_ areOver: (Waiting) -> Bool) -> [Waiting] {
      defer { waiting.removeAll(where: areOver) }
      return waiting.filter(areOver)
    }

    /// Returns whether a test waits for another one, or for a test that does.
    func isWaiting(
      _ test: TestMonitor, for other: TestMonitor, besides seen: Set<ObjectIdentifier> = []
    ) -> Bool {
      let seen = seen.union([ObjectIdentifier(test)])
      return waiting.contains { wait in
        guard wait.test === test, let next = wait.isForCreator ? wait.other : holder else { return false }
        return next === other
          || !seen.contains(ObjectIdentifier(next)) && isWaiting(next, for: other, besides: seen)
      }
    }
  }

  fileprivate struct Waiting: Sendable {
    let test: TestMonitor
    /// The test that it waits for, and whether this is because that test created the actor. Otherwise it waits for its turn.
    let other: TestMonitor
    let isForCreator: Bool
    let since: DispatchTime
    let resume: @Sendable () -> Void
  }

  private let state = Lock(State())
  private let say: @Sendable (String) -> Void

  /// - Parameter say: Called with a text about each wait that is over.
  init(say: @escaping @Sendable (String) -> Void) { self.say = say }

  /// Notes that a step of a test created an actor.
  func noteCreation(of actor: UInt, by test: TestMonitor) {
    state.withLock { $0.creators[actor] = test }
  }

  /// Notes that an actor is gone.
  func forget(_ actor: UInt) {
    state.withLock { state in
      state.firstTests[actor] = nil
      state.creators[actor] = nil
    }
  }

  /// - Parameter resume: Called when the test is to try again, if it may not enter the actor now.
  /// - Returns: Whether the test may enter the actor.
  func tryToEnter(_ actor: UInt, by test: TestMonitor, resume: @escaping @Sendable () -> Void) -> Bool {
    // check-world: allow how long a test waits for another is real time
    let now = DispatchTime.now()
    return state.withLock { state in
      var creator = state.creators[actor]
      if creator === test { return true }
      if let test = creator, state.halted.contains(ObjectIdentifier(test)) { creator = nil }
      if creator == nil, state.holder == nil { state.holder = test }
      guard let other = creator ?? state.holder, other !== test else { return true }
      // Tests must not wait for each other in a circle.
      if state.isWaiting(other, for: test) { return true }
      state.waiting.append(
        Waiting(test: test, other: other, isForCreator: creator != nil, since: now, resume: resume))
      return false
    }
  }

  /// Notes that a test uses an actor that tests share.
  ///
  /// - Returns: The name of the first test that used it, if that is another one.
  func noteUse(of actor: UInt, by test: String) -> String? {
    state.withLock { state in
      if state.creators[actor] != nil { return nil }
      let first = state.firstTests[actor] ?? test
      state.firstTests[actor] = first
      return first == test ? nil : first
    }
  }

  func isTurn(of test: TestMonitor) -> Bool { state.withLock { $0.holder === test } }

  /// Ends the turn of a test that is over, or has taken longer than its timeout. All others may then enter its actors.
  ///
  /// - Returns: The names of the tests that go on.
  @discardableResult func endTurn(of test: TestMonitor, isOver: Bool) -> [String] {
    let resumed = state.withLock { state in
      if isOver {
        for actor in state.creators.filter({ $0.value === test }).keys {
          state.creators[actor] = nil
          // It outlives the test that created it, such as a `static let shared`.
          state.firstTests[actor] = test.name
        }
        state.halted.remove(ObjectIdentifier(test))
      } else {
        state.halted.insert(ObjectIdentifier(test))
      }
      var resumed = state.take { $0.isForCreator && $0.other === test }
      guard state.holder === test else { return resumed }
      state.holder = nil
      if let next = state.waiting.first(where: { !$0.isForCreator })?.test {
        state.holder = next
        resumed += state.take { !$0.isForCreator && $0.test === next }
        // What the new holder waits for itself must not wait for it.
        let circle = state.waiting.map(\.test).filter { state.isWaiting(next, for: $0) }
        resumed += state.take { wait in !wait.isForCreator && circle.contains { $0 === wait.test } }
      }
      return resumed
    }
    for waiting in resumed {
      // check-world: allow how long a test waits for another is real time
      say(waiting.text(at: .now()))
      waiting.resume()
    }
    return Set(resumed.map(\.test.name)).sorted()
  }
}

extension Turns.Waiting {
  fileprivate func text(at now: DispatchTime) -> String {
    let seconds = Double(now.uptimeNanoseconds - since.uptimeNanoseconds) / 1e9
    return
      "World: \(test.name) waited \(String(format: "%.1f", seconds)) s for \(other.name), since both use "
      + (isForCreator ? "an actor that this created." : "actors that tests share.")
  }
}
