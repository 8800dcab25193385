// SPDX-License-Identifier: MIT

import World
import WorldSimulation
import XCTest

/// Called when this module is loaded, before the first test: in a test process of its own before `main`, in the process of a host
/// app when the tests are loaded into it.
@_cdecl("world_testing_was_loaded")
func worldTestingWasLoaded() {
  IssueReporter.tests = TestFailures.self
  SchedulerProvider.ofProcess.withLock { $0 = SchedulerProvider { Scheduler.current } }
  SymbolTable.load()
  UnnamedUses.begin()
  XCTestObservationCenter.shared.addTestObserver(XCTestObserver.ofProcess)
}
