// check-world: allow-file a program that stresses Current itself

import Foundation
import Synchronization
import World

/// The registers of the process-wide world. Each has one thread that writes it, counting up; so a read is not less than
/// what was written before it began, and not more than what was begun when it ended.
final class ProcessWide: Sendable {
  private let begun = Register.allCases.map { _ in Counter() }
  private let done = Register.allCases.map { _ in Counter() }
  private let tally: Tally

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  init(_ tally: Tally) {
    self.tally = tally
    Current = Register.world(0)
  }

  /// Writes a register, again and again. Only for one thread at a time.
  func write(_ register: Register, until end: End) {
    var number = done[register.rawValue].value.load(ordering: .sequentiallyConsistent)
    var round = 0
    while !end.isBefore(round) {
      for _ in 0..<100 {
        number += 1
        begun[register.rawValue].value.store(number, ordering: .sequentiallyConsistent)
        register.set(number, in: &Current)
        done[register.rawValue].value.store(number, ordering: .sequentiallyConsistent)
      }
      tally.write(100)
      round += 1
      // So that the others get their turn.
      sched_yield()
    }
  }

  /// Reads all registers outside of all scopes.
  func check(_ place: String) {
    for register in Register.allCases {
      let least = done[register.rawValue].value.load(ordering: .sequentiallyConsistent)
      let seen = register.value(in: Current)
      let most = begun[register.rawValue].value.load(ordering: .sequentiallyConsistent)
      tally.read()
      tally.expect(
        (least...max(least, most)).contains(seen),
        "\(place): \(register) is \(seen), not in \(least)...\(most)")
    }
  }

  func read(until end: End) {
    var round = 0
    while !end.isBefore(round) {
      for _ in 0..<100 { check("process") }
      round += 1
    }
  }
}
