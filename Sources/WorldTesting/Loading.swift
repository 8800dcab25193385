// SPDX-License-Identifier: MIT

import World
import WorldSimulation
import XCTest

/// Called when this module is loaded, before the first test: before `main` in a test process, and when the test bundle
/// is loaded in a host app.
@_cdecl("world_testing_was_loaded")
func worldTestingWasLoaded() {
  IssueReporter.tests = TestFailures.self
  SchedulerProvider.ofProcess.withLock { $0 = SchedulerProvider { Scheduler.current } }
  UnnamedUses.begin()
  XCTestObservationCenter.shared.addTestObserver(XCTestObserver.ofProcess)
}
