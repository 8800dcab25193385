// SPDX-License-Identifier: MIT

import CWorldTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(Glibc) || canImport(Musl)
  let processorClockOfProcess = Int32(CLOCK_PROCESS_CPUTIME_ID)

  func processorTime(_ clock: Int32) -> Int {
    var time = timespec()
    // A thread that has ended has no time.
    // check-world: allow what watches a test is outside of its time
    return clock_gettime(clockid_t(clock), &time) == 0
      ? Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec) : 0
  }
#else
  let processorClockOfProcess: Int32 = 0
  func processorTime(_ clock: Int32) -> Int { 0 }
#endif

/// A thread that runs steps, as another thread sees it.
struct StepThread: Sendable {
  private let clock: Int32
  private let number: Int32

  /// The calling thread; `nil` on systems where its time isn't known.
  static var current: StepThread? {
    #if canImport(Glibc) || canImport(Musl)
      var clock = clockid_t()
      guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return nil }
      return StepThread(clock: Int32(clock), number: world_testing_thread_number())
    #else
      return nil
    #endif
  }

  /// The processor time that it used, in nanoseconds.
  var time: Int { processorTime(clock) }

  /// Whether it could run, and may have no core: it neither sleeps nor waits.
  var waitsForCore: Bool { world_testing_can_run(number) }
}
