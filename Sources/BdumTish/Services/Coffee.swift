// SPDX-License-Identifier: MIT

import World

/// The programmer's coffee.
struct Coffee: Sendable {
  enum Kind: String, CaseIterable, Sendable { case caffeinated, decaf }

  var kind: Kind
  /// Drinks a cup, and returns the caffeination it adds.
  var drinkCup: @Sendable () -> Int
}

extension Coffee {
  static let caffeinated = Coffee(kind: .caffeinated) {
    Current.random { Int.random(in: 6...11, using: &$0) }
  }

  /// Every other cup has a trace of caffeine.
  static let decaf = Coffee(kind: .decaf) { Current.random { Int.random(in: 0...1, using: &$0) } }

  static func of(_ kind: Kind) -> Coffee { kind == .decaf ? decaf : caffeinated }
}

extension Coffee: World.LiveService {
  static var live: Coffee { .caffeinated }
  static var mock: Coffee { Coffee(kind: .caffeinated) { 7 } }
}

extension World {
  var coffee: Coffee {
    get { self[Coffee.self] }
    set { self[Coffee.self] = newValue }
  }
}
