// SPDX-License-Identifier: MIT

import CWorldTesting

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread that runs steps, as another thread sees it. On systems where its time isn't known, that is always 0.
struct StepThread: Equatable, Sendable {
  private let number: Int32
  private let thread: UInt
  // The thread's own, which it writes with an atomic store. Only read while the thread runs steps.
  nonisolated(unsafe) private let dateUse: UnsafePointer<Bool>?
  #if canImport(Glibc) || canImport(Musl)
    private let clock: clockid_t?
  #endif

  static var current: StepThread {
    let (number, thread) = (world_testing_thread_number(), world_testing_thread())
    #if canImport(Glibc) || canImport(Musl)
      var clock = clockid_t()
      let isKnown = pthread_getcpuclockid(pthread_self(), &clock) == 0
      return StepThread(
        number: number, thread: thread, dateUse: world_testing_date_use(), clock: isKnown ? clock : nil)
    #else
      return StepThread(number: number, thread: thread, dateUse: world_testing_date_use())
    #endif
  }

  /// The processor time that the calling thread used, in nanoseconds.
  static var currentTime: Int {
    #if canImport(Glibc) || canImport(Musl)
      time(of: CLOCK_THREAD_CPUTIME_ID)
    #else
      0
    #endif
  }

  /// The processor time that it used, in nanoseconds.
  var time: Int {
    #if canImport(Glibc) || canImport(Musl)
      clock.map(StepThread.time) ?? 0
    #else
      0
    #endif
  }

  #if canImport(Glibc) || canImport(Musl)
    private static func time(of clock: clockid_t) -> Int {
      var time = timespec()
      // A thread that has ended has no time.
      // check-world: allow what watches a test is outside of its time
      return clock_gettime(clock, &time) == 0 ? Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec) : 0
    }
  #endif

  /// Whether it runs, or could if it had a core: it neither sleeps nor waits.
  var canRun: Bool { world_testing_can_run(number) }

  /// Whether its step asked the system for the date, and got the test's. The thread runs steps meanwhile.
  var hasReadDate: Bool { world_testing_has_read_date(dateUse) }

  /// Where the thread is, and its callers; none where that isn't known. The thread is interrupted for that.
  var stack: [CodeAddress] { CodeAddress.list { world_testing_stack(thread, $0, $1) } }
}
