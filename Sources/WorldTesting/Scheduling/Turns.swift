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
    /// The addresses of the actors that the steps of each running test created, and those tests.
    var actors: [ObjectIdentifier: Set<UInt>] = [:]
    var creators: [UInt: StepMonitor] = [:]
    /// The tests that don't go on. All others may enter their actors.
    var halted: Set<ObjectIdentifier> = []
    /// The test whose turn it is.
    var holder: StepMonitor?
    /// The first test that is known to have used each actor that tests share: its creator, once that is over, or who entered it first.
    var firstTests: [UInt: String] = [:]
    /// Each test at most once. The test whose turn it is waits only for creators.
    var waiting: [Waiting] = []
  }

  fileprivate struct Waiting: Sendable {
    let test: StepMonitor
    /// The test that it waits for, and whether this is because that test created the actor. Otherwise it waits for its turn.
    let other: StepMonitor
    let isForCreator: Bool
    let since: DispatchTime
    let resume: @Sendable () -> Void
  }

  private let state = Lock(State())
  private let say: @Sendable (String) -> Void

  /// - Parameter say: Called with a text about each wait that is over.
  init(say: @escaping @Sendable (String) -> Void) { self.say = say }

  func note(_ actor: UInt, of test: StepMonitor) {
    state.withLock { state in
      state.creators[actor] = test
      state.actors[ObjectIdentifier(test), default: []].insert(actor)
    }
  }

  /// Notes that an actor is gone.
  func forget(_ actor: UInt) {
    state.withLock { state in
      state.firstTests[actor] = nil
      guard let test = state.creators.removeValue(forKey: actor) else { return }
      state.actors[ObjectIdentifier(test)]?.remove(actor)
    }
  }

  /// - Parameter resume: Called when the test is to try again, if it may not enter the actor now.
  /// - Returns: Whether the test may enter the actor.
  func tryToEnter(_ actor: UInt, by test: StepMonitor, resume: @escaping @Sendable () -> Void) -> Bool {
    // check-world: allow how long a test waits for another is real time
    let now = DispatchTime.now()
    return state.withLock { state in
      var creator = state.creators[actor]
      if creator === test { return true }
      if let test = creator, state.halted.contains(ObjectIdentifier(test)) { creator = nil }
      if creator == nil, state.holder == nil { state.holder = test }
      guard let other = creator ?? state.holder, other !== test else { return true }
      // Tests must not wait for each other in a circle.
      var last = other
      while let next = state.waiting.first(where: { $0.test === last }) {
        guard let other = next.isForCreator ? next.other : state.holder, other !== test else { return true }
        last = other
      }
      // The step that waits for one actor may begin a task on another.
      if state.waiting.contains(where: { $0.test === test }) { return false }
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

  func isTurn(of test: StepMonitor) -> Bool { state.withLock { $0.holder === test } }

  /// Ends the turn of a test that is over, or doesn't go on. All others may then enter its actors.
  ///
  /// - Returns: The names of the tests that go on.
  @discardableResult func endTurn(of test: StepMonitor, isOver: Bool) -> [String] {
    let resumed = state.withLock { state in
      if isOver {
        for actor in state.actors.removeValue(forKey: ObjectIdentifier(test)) ?? [] {
          state.creators[actor] = nil
          // It outlives the test that created it, such as a `static let shared`.
          state.firstTests[actor] = test.name
        }
        state.halted.remove(ObjectIdentifier(test))
      } else {
        state.halted.insert(ObjectIdentifier(test))
      }
      var resumed = state.waiting.filter { $0.isForCreator && $0.other === test }
      state.waiting.removeAll { $0.isForCreator && $0.other === test }
      guard state.holder === test else { return resumed }
      state.holder = nil
      if let next = state.waiting.firstIndex(where: { !$0.isForCreator }) {
        state.holder = state.waiting[next].test
        resumed.append(state.waiting.remove(at: next))
      }
      return resumed
    }
    for waiting in resumed {
      // check-world: allow how long a test waits for another is real time
      say(waiting.text(at: .now()))
      waiting.resume()
    }
    return resumed.map(\.test.name)
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
