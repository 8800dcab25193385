// swift-format-ignore-file
import Foundation

struct Stopwatch {
  let clock = ContinuousClock()  // expect: direct-clock
  let suspending = SuspendingClock()  // expect: direct-clock
  let start = ContinuousClock.now  // expect: direct-clock
  let instant = ContinuousClock.Instant.now  // expect: direct-clock
  let begin = DispatchTime.now()  // expect: direct-clock
  let uptime = ProcessInfo.processInfo.systemUptime  // expect: direct-clock

  init(clock: any Clock<Duration> = ContinuousClock()) {}  // expect: direct-clock
  init(_ other: some Clock<Duration>) {}  // expect: none

  func measure() -> Duration { ContinuousClock().measure { work() } }  // expect: direct-clock
  func measureSuspending() -> Duration { SuspendingClock().measure { work() } }  // expect: direct-clock
  func read() -> ContinuousClock.Instant { ContinuousClock().now }  // expect: direct-clock
  func nanoseconds() -> UInt64 { DispatchTime.now().uptimeNanoseconds }  // expect: direct-clock
  func deadline() -> DispatchTime { .now() + 5 }  // expect: direct-clock
  func media() -> Double { CACurrentMediaTime() }  // expect: direct-clock
  func mach() -> UInt64 { mach_absolute_time() }  // expect: direct-clock
  func monotonic() {
    var spec = timespec()  // expect: none
    clock_gettime(CLOCK_MONOTONIC, &spec)  // expect: direct-clock
  }
  func retry() async { await run(clock: .continuous) }  // expect: direct-clock
  func boot(_ info: ProcessInfo) -> Double { info.systemUptime }  // expect: direct-clock

  func given(_ clock: some Clock<Duration>) -> Duration { clock.measure { work() } }  // expect: none
  func given(now clock: ContinuousClock) -> ContinuousClock.Instant { clock.now }  // expect: none
  func duration(_ start: ContinuousClock.Instant) -> Duration { start.duration(to: start) }  // expect: none
  func mock(_ clock: TestClock) async throws { try await clock.sleep(for: .seconds(1)) }  // expect: none
  func work() {}
}
