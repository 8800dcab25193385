// swift-format-ignore-file
import Foundation

func pauses() async throws {
  try await Task.sleep(for: .seconds(1))  // expect: direct-sleep
  try await Task.sleep(nanoseconds: 1_000_000)  // expect: direct-sleep
  try await Task.sleep(until: .now + .seconds(1), clock: .continuous)  // expect: direct-sleep
  try await Task.sleep(until: .now.advanced(by: .seconds(1)))  // expect: direct-sleep
  try await Task<Never, Never>.sleep(for: .seconds(1))  // expect: direct-sleep
  try await ContinuousClock().sleep(for: .seconds(1))  // expect: direct-sleep
  try await ContinuousClock().sleep(until: .now + .seconds(1))  // expect: direct-sleep
  try await SuspendingClock().sleep(for: .seconds(1))  // expect: direct-sleep
  Thread.sleep(forTimeInterval: 1)  // expect: direct-sleep
  Thread.sleep(until: Date() + 1)  // expect: direct-sleep
  Foundation.Thread.sleep(forTimeInterval: 1)  // expect: direct-sleep
  sleep(1)  // expect: direct-sleep
  _ = sleep(UInt32(2))  // expect: direct-sleep
  usleep(500)  // expect: direct-sleep
  Glibc.usleep(500)  // expect: direct-sleep
  Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }  // expect: direct-sleep
  let timer = Timer(timeInterval: 1, repeats: false) { _ in }  // expect: direct-sleep
  let ticks = Timer.publish(every: 1, on: .main, in: .common)  // expect: direct-sleep
  DispatchQueue.main.asyncAfter(deadline: .now() + 1) { refresh() }  // expect: direct-sleep
  let source = DispatchSource.makeTimerSource()  // expect: direct-sleep
  var spec = timespec(tv_sec: 1, tv_nsec: 0)  // expect: none
  nanosleep(&spec, nil)  // expect: direct-sleep

  DispatchQueue.main.async { refresh() }  // expect: none
  try await clock.sleep(for: .seconds(1))  // expect: none
  try await sleep(pause)  // expect: none
  device.sleep(1)  // expect: none
  self.sleep(1)  // expect: none
  let nap = Nap.sleep(hours: 8)  // expect: none
  await Task.yield()  // expect: none
  log("Task.sleep(for: .seconds(1))")  // expect: none
}

// What stands in the argument of another finding is found.
func nestedPauses(_ queue: DispatchQueue) async throws {
  try await Task.sleep(for: .seconds(Double.random(in: 1...3)))  // expect: direct-sleep direct-random
  try await Task.sleep(until: .now + .seconds(Int.random(in: 1...3)))  // expect: direct-sleep direct-random
  queue.asyncAfter(deadline: .now() + 1, execute: { print(Date()) })  // expect: direct-sleep direct-date
  queue.asyncAfter(deadline: .now() + 1, execute: { Thread.sleep(forTimeInterval: 1); show(DispatchTime.now()) })  // expect: direct-sleep direct-clock
  Timer.scheduledTimer(withTimeInterval: 1, repeats: true, block: { _ in show(UUID()) })  // expect: direct-sleep direct-uuid
  print(UUID(), [Date(), .now], "\(Locale.current) \(TimeZone.current)")  // expect: direct-uuid direct-date direct-locale direct-timezone
  show(Current.locale(), at: Date().addingTimeInterval(.random(in: 1...3)))  // expect: current-outside-builders direct-date direct-random
}
