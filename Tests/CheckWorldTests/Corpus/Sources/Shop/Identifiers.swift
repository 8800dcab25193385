// swift-format-ignore-file
import Foundation

struct Ticket {
  let id = UUID()  // expect: direct-uuid
  let makeID: () -> UUID = UUID.init  // expect: direct-uuid
  let text = UUID().uuidString  // expect: direct-uuid
  let explicit = UUID.init()  // expect: direct-uuid
  let old = NSUUID().uuidString  // expect: direct-uuid
  let unique = ProcessInfo.processInfo.globallyUniqueString  // expect: direct-uuid
  let parsed = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")  // expect: none
  let several = ["a", "b"].compactMap(UUID.init)  // expect: none
  let strings = ["a", "b"].compactMap(UUID.init(uuidString:))  // expect: none

  init(id: UUID = UUID()) {}  // expect: direct-uuid
  init(id: UUID = .init()) {}  // expect: direct-uuid
  init(makeID: @escaping () -> UUID) {}  // expect: none

  func roll() -> Int { Int.random(in: 1...6) }  // expect: direct-random
  func coin() -> Bool { Bool.random() }  // expect: direct-random
  func chance() -> Double { .random(in: 0..<1) }  // expect: direct-random
  func pick(_ names: [String]) -> String? { names.randomElement() }  // expect: direct-random
  func mix(_ names: [String]) -> [String] { names.shuffled() }  // expect: direct-random
  func sample(_ names: [String]) -> [String] { names.randomSample(count: 2) }  // expect: direct-random
  func sample(_ names: [String], _ generator: inout Seeded) -> [String] { names.randomSample(count: 2, using: &generator) }  // expect: none
  func mixed(_ names: inout [String]) { names.shuffle() }  // expect: direct-random
  func low() -> UInt32 { arc4random_uniform(6) }  // expect: direct-random
  func c() -> Int32 { rand() }  // expect: direct-random
  func generator() -> some RandomNumberGenerator { SystemRandomNumberGenerator() }  // expect: direct-random
  func shuffled(_ names: [String]) -> [String] {
    let shuffled = names.shuffled()  // expect: direct-random
    return shuffled
  }

  func roll(_ generator: inout some RandomNumberGenerator) -> Int { Int.random(in: 1...6, using: &generator) }  // expect: none
  func mix(_ names: [String], _ generator: inout Seeded) -> [String] { names.shuffled(using: &generator) }  // expect: none
  func roll(_ random: World.RandomSource) -> Int { random { Int.random(in: 1...6, using: &$0) } }  // expect: none
  func roll(_ dice: Dice) -> Int { dice.random(in: 1...6) }  // expect: none
  func color() -> Color { Color.random(from: palette) }  // expect: none

  func seen() -> Bool { UserDefaults.standard.bool(forKey: "seen") }  // expect: direct-settings
  func group() -> UserDefaults? { UserDefaults(suiteName: "group") }  // expect: direct-settings
  init(defaults: UserDefaults = .standard) {}  // expect: direct-settings
  func defaults(_ defaults: UserDefaults) -> Bool { defaults.bool(forKey: "seen") }  // expect: none
  func observe() -> Notification.Name { UserDefaults.didChangeNotification }  // expect: none
}
