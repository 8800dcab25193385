// SPDX-License-Identifier: MIT

import CWorldTesting
import Foundation
import Synchronization
import World

extension Scheduler {
  /// What the thread that runs the steps uses, and another thread that reports that a step doesn't return.
  ///
  /// Each step uses it several times, and a generic lock costs several times as much in a debug build.
  struct State: ~Copyable {
    var core: RunCore
    var system = SystemValues()
    var test = TestState()
  }

  // Only the thread that runs the steps changes the state, with few exceptions, such as another thread that moves the machine. Each
  // access is a critical section of its own: no caller's code may run in it, nor another access.

  /// What decides which task goes on.
  var core: RunCore {
    _read {
      beginUse()
      defer { endUse() }
      yield state.pointee.core
    }
    _modify {
      beginUse()
      defer { endUse() }
      yield &state.pointee.core
    }
  }

  /// The values of the system's clocks, random numbers and identifiers in steps.
  var system: SystemValues {
    _read {
      beginUse()
      defer { endUse() }
      yield state.pointee.system
    }
    _modify {
      beginUse()
      defer { endUse() }
      yield &state.pointee.system
    }
  }

  /// What is known of the test itself.
  var test: TestState {
    _read {
      beginUse()
      defer { endUse() }
      yield state.pointee.test
    }
    _modify {
      beginUse()
      defer { endUse() }
      yield &state.pointee.test
    }
  }

  private func beginUse() {
    let thread = world_testing_thread()
    while true {
      let user = user.compareExchange(expected: 0, desired: thread, ordering: .acquiring)
      if user.exchanged { return }
      assert(user.original != thread, "an access inside another one would never end")
      sched_yield()
    }
  }

  private func endUse() { user.store(0, ordering: .releasing) }
}

/// What a scheduler knows of its test.
struct TestState: Sendable {
  /// The task of a plain test.
  var body: Task<Void, any Error>?
  /// Called when the test is over.
  var endings: [@Sendable () -> Void] = []
  /// The time zone of the starting world of a run that a report describes.
  var timezone: TimeZone?
  /// What the run replays.
  var replay: Replay?
  /// Where code that asks the system gets its values.
  var answers = WorldTrait.System.world
  /// Where the running step's task goes on, and its callers.
  var functions = CodeAddress.Few()
  /// Whether a step used a queue of Dispatch or began a thread, which may cancel a task of the test or move its time; `true` where that
  /// isn't seen.
  var hasWorkOutside = !world_testing_sees_work_outside()
  /// The first actor that the test entered and that another test had used before, in words; not of an exploration's own thread.
  var sharedActor: String?
  /// Whether a run of an exploration waited for another test in a step of the main actor. The run is then made again.
  var hasAwaitedEntry = false
}
