// check-world: allow-file a program that stresses Current itself

import Foundation
import World

/// A number that a world holds, in a dependency of its own.
enum Register: Int, CaseIterable, Sendable {
  case date, random, settings, first, second, third

  /// The number in a world.
  func value(in world: borrowing World) -> Int {
    switch self {
    case .date: Int(world.date().timeIntervalSince1970)
    case .random: Int(world.random.next())
    case .settings: world.settings.read("").number
    case .first: world[Numbered<First>.self].number
    case .second: world[Numbered<Second>.self].number
    case .third: world[Numbered<Third>.self].number
    }
  }

  func set(_ number: Int, in world: inout World) {
    switch self {
    case .date: world.date = { Date(timeIntervalSince1970: Double(number)) }
    case .random: world.random = World.RandomSource { UInt64(number) }
    case .settings: world.settings.read = { _ in .int(number) }
    case .first: world[Numbered<First>.self].number = number
    case .second: world[Numbered<Second>.self].number = number
    case .third: world[Numbered<Third>.self].number = number
    }
  }

  /// A world in which every register holds a number.
  static func world(_ number: Int) -> World {
    var world = World.live
    for register in allCases { register.set(number, in: &world) }
    return world
  }

  struct Numbered<Tag>: World.LiveService {
    var number = 0
    static var live: Numbered { Numbered() }
    static var mock: Numbered { Numbered() }
  }
  enum First {}
  enum Second {}
  enum Third {}
}

extension World.Settings.StoredValue? {
  fileprivate var number: Int { if case .int(let number) = self { number } else { -1 } }
}

/// What the registers of a scope hold. The scope has one task that writes; so each read is what was written last.
struct Model: Sendable {
  private var numbers: [Int]

  init(_ number: Int) { numbers = Register.allCases.map { _ in number } }

  subscript(register: Register) -> Int {
    get { numbers[register.rawValue] }
    set { numbers[register.rawValue] = newValue }
  }

  /// Reads a register of the current world, and compares.
  func check(_ register: Register, _ tally: Tally, _ place: @autoclosure () -> String) {
    let seen = register.value(in: Current)
    tally.read()
    tally.expect(seen == self[register], "\(place()): \(register) is \(seen), not \(self[register])")
  }

  func checkAll(_ tally: Tally, _ place: @autoclosure () -> String) {
    for register in Register.allCases { check(register, tally, place()) }
  }
}
