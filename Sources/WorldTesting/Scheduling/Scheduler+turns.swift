// SPDX-License-Identifier: MIT

import Dispatch
import World

extension Scheduler {
  /// A run of an exploration waits here, unless it is on the main queue.
  ///
  /// - Returns: Whether the running step may enter an actor. Otherwise, it must end, and no other step begins until it may.
  func tryToEnter(_ actor: UInt) -> Bool {
    if isExplored, !core.isUnderWay { return true }
    // Other tests may need the main queue before they can end.
    if !isExplored || monitor.runsOnMain {
      // A task of the step that already waits comes first, even if the turn has come meanwhile.
      if core.awaitsEntry { return false }
      let isFree = Turns.ofProcess.tryToEnter(actor, by: monitor.test) {
        // After this step.
        self.post { $0.core.awaitsEntry = false }
      }
      if !isFree { core.awaitsEntry = true }
      if isFree, let earlier = Turns.ofProcess.noteUse(of: actor, by: monitor.test.name) {
        // It may be released before a failure names it.
        let kind: AnyObject.Type? = UnsafeRawPointer(bitPattern: actor).map {
          type(of: Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue())
        }
        let text = "`\(kind.map { "\($0)" } ?? "An actor")` is an actor that \(earlier) used before"
        test.sharedActor = test.sharedActor ?? text
      }
      return isFree
    }
    // The thread of an exploration has nothing else to do.
    let semaphore = DispatchSemaphore(value: 0)
    while !Turns.ofProcess.tryToEnter(actor, by: monitor.test, resume: { semaphore.signal() }) {
      monitor.whileWaitingForOtherTest { semaphore.wait() }
    }
    return true
  }
}
