// swift-format-ignore-file
import Foundation

struct Poller {
  let sleep: @Sendable (Duration) async throws -> Void  // expect: none
  let time: (Int?) -> Int  // expect: none

  func poll() async throws {
    try await sleep(.seconds(1))  // expect: none
    try? await sleep(.milliseconds(100))  // expect: none
    async let pause: Void = sleep(delay)  // expect: none
    print(time(nil))  // expect: none
  }
}

func retry(after sleep: (Duration) async throws -> Void) async throws {
  try await sleep(.seconds(1))  // expect: none
}

func usleep(_ count: UInt32) {}  // expect: none
func doze(_ count: UInt32) { usleep(count) }  // expect: none
func nap(_ count: UInt32) { Glibc.usleep(count) }  // expect: direct-sleep
