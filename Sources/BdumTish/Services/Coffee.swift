import World

/// What a programmer runs on.
struct Coffee: Sendable {
  var name: String
  /// Drinks a cup.
  ///
  /// - Returns: the caffeination it adds.
  var drinkCup: @Sendable (Dice) -> Int
}

extension Coffee {
  static let caffeinated = Coffee(name: "caffeinated") { dice in dice.roll(6...11) }

  /// Not quite without: a trace is left in every other cup.
  static let decaf = Coffee(name: "decaf") { dice in dice.roll(0...1) }
}

extension Coffee: World.LiveService {
  static var live: Coffee { .caffeinated }
  static var mock: Coffee { Coffee(name: "mocha") { _ in 7 } }
}

extension World {
  var coffee: Coffee {
    get { self[Coffee.self] }
    set { self[Coffee.self] = newValue }
  }
}
