// SPDX-License-Identifier: MIT

import World

/// The programmer and the boss want a cup at the same time.
struct CoffeeBreak: Sendable {
  /// Takes a cup.
  var take: @Sendable () async -> Void
  var cupsLeft: @Sendable () async -> Int

  struct MoreCupsThanCoffee: Error {}

  func begin() async throws {
    async let programmer: Void = take()
    async let boss: Void = take()
    _ = await (programmer, boss)
    if await cupsLeft() < 0 { throw MoreCupsThanCoffee() }
  }
}

enum CoffeeBreakBuilder {
  static func build(isFixed: Bool) -> CoffeeBreak {
    let pot = Current.pot
    return CoffeeBreak(take: isFixed ? pot.pourBeforeNoting : pot.pour, cupsLeft: pot.cups)
  }
}
