import Foundation
import World

/// Numbers kept in a world, each in a dependency of its own: two in built-in ones, the rest in services.
enum Registers {
  static func read(_ index: Int) -> Int {
    switch index {
    case 0: Int(Current.date().timeIntervalSince1970)
    case 1: Current.settings[World.Settings.Key("register", default: 0)]
    case 2: Current[Register<Two>.self].value
    case 3: Current[Register<Three>.self].value
    case 4: Current[Register<Four>.self].value
    default: Current[Register<Five>.self].value
    }
  }

  static func write(_ value: Int, _ index: Int) {
    switch index {
    case 0: Current.date = { Date(timeIntervalSince1970: Double(value)) }
    case 1: Current.settings.read = { _ in .int(value) }
    case 2: Current[Register<Two>.self].value = value
    case 3: Current[Register<Three>.self].value = value
    case 4: Current[Register<Four>.self].value = value
    default: Current[Register<Five>.self].value = value
    }
  }

  private struct Register<Number>: World.Service {
    var value: Int
    static var mock: Register { Register(value: 0) }
  }

  private enum Two {}
  private enum Three {}
  private enum Four {}
  private enum Five {}
}
