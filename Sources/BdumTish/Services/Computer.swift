import World

/// What a programmer works on: a Mac and a PC are two values of it.
struct Computer: Sendable {
  var name: String
  /// Turns it on; the dice say how long that takes.
  var turnOn: @Sendable (Dice) -> Startup

  /// How a computer starts.
  struct Startup: Sendable {
    var isOn: Bool
    var wait: Duration
    /// What the programmer hears and sees, to follow "It".
    var impression: String
  }
}

extension Computer {
  static let mac = Computer(name: "Mac") { dice in
    Startup(isOn: true, wait: .seconds(dice.roll(11...29)), impression: "chimes and just works")
  }

  static let pc = Computer(name: "PC") { dice in
    Startup(
      isOn: true, wait: .seconds(60 * dice.roll(4...14)),
      impression: "grinds and asks where you want to go today")
  }
}

extension Computer: World.LiveService {
  static var live: Computer { .mac }

  static var mock: Computer {
    Computer(name: "Mock") { _ in Startup(isOn: true, wait: .seconds(1), impression: "hums") }
  }
}

extension World {
  var computer: Computer {
    get { self[Computer.self] }
    set { self[Computer.self] = newValue }
  }
}
