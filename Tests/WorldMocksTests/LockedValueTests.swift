// SPDX-License-Identifier: MIT

import Dispatch
import Testing
import World
import WorldMocks

struct LockedValueTests {
  @Test func noChangeIsLost() {
    let count = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 1_000) { _ in count.withLock { $0 += 1 } }
    #expect(count.value == 1_000)
  }

  @Test func aChangeReturnsAndThrows() {
    struct Full: Error {}
    let names = LockedValue<Set<String>>([])
    names.withLock { $0.insert("a") }
    #expect(names.withLock { $0.count } == 1)
    #expect(throws: Full.self) { try names.withLock { _ throws(Full) in throw Full() } }
    #expect(names.value == ["a"])
  }
}
