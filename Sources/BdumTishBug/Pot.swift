// SPDX-License-Identifier: MIT

import World

/// The coffee pot that the programmer and the boss share.
struct Pot: Sendable {
  var cups: @Sendable () async -> Int
  /// Pours a cup if there is one: looks, notes it in the list, and takes it.
  var pour: @Sendable () async -> Void
  /// The fix: looks, takes it, and notes it in the list.
  var pourBeforeNoting: @Sendable () async -> Void
}

extension Pot: World.LiveService {
  static var live: Pot { Pot(of: 8) }
  static var mock: Pot { Pot(of: 1) }

  private init(of cups: Int) {
    let contents = Contents(cups: cups, note: Current.coffeeList.note)
    self.init(
      cups: { await contents.cups },
      pour: { await contents.pour() },
      pourBeforeNoting: { await contents.pourBeforeNoting() })
  }

  private actor Contents {
    private(set) var cups: Int
    private let note: @Sendable () async -> Void

    init(cups: Int, note: @escaping @Sendable () async -> Void) { (self.cups, self.note) = (cups, note) }

    func pour() async {
      guard cups > 0 else { return }
      await note()
      cups -= 1
    }

    func pourBeforeNoting() async {
      guard cups > 0 else { return }
      cups -= 1
      await note()
    }
  }
}

/// The list of the cups that were taken.
struct CoffeeList: World.LiveService {
  var note: @Sendable () async -> Void

  static var live: CoffeeList { CoffeeList(of: Lines()) }
  static var mock: CoffeeList { CoffeeList(of: Lines()) }

  private init(of lines: Lines) {
    note = { await lines.add() }
  }

  private actor Lines {
    private var count = 0
    func add() { count += 1 }
  }
}

extension World {
  var pot: Pot { self[Pot.self] }
  var coffeeList: CoffeeList { self[CoffeeList.self] }
}
