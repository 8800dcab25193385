import Foundation
import TestSupport
import Testing
import World
import WorldLifetimes
import WorldMocks
import WorldTesting

/// di_dumb: a fluent container. What it named as its limitations is told here.
@Suite(.world(.mock))
struct DiDumbTests {
  /// The computer of a programmer. Bad programmers blame it.
  final class Computer: Sendable {
    let model: String
    let owner: String
    init(model: String, owner: String = "nobody") {
      self.model = model
      self.owner = owner
    }
  }

  enum Tag: Hashable { case mac, pc }
  struct OutOfStock: Error, Equatable { var tag: Tag }

  struct Shop: World.LiveService {
    var computer: @Sendable (_ tag: Tag, _ owner: String) throws -> Computer

    static var live: Shop { Shop(computer: { tag, _ in throw OutOfStock(tag: tag) }) }
    static var mock: Shop {
      Shop(
        computer: lifetime(.singleton) { (tag: Tag, owner: String) in
          Computer(model: tag == .mac ? "Mac" : "PC", owner: owner)
        })
    }
  }

  struct Desk: World.Service {
    var height: Int
    static var mock: Desk { Desk(height: 70) }
  }

  @Test func aWorldIsComposedFluently() throws {
    let world = World.mock
      .with { $0[Desk.self] = Desk(height: 110) }
      .with { $0.locale = { Locale(identifier: "fr_FR") } }
    #expect(world[Desk.self].height == 110)
    #expect(world.locale().identifier == "fr_FR")
  }

  @Test func aDependencyIsReplacedAndRemoved() {
    Current[Desk.self] = Desk(height: 110)
    Current[Desk.self].height = 120
    #expect(Current[Desk.self].height == 120)
    Current.remove(Desk.self)
    #expect(Current[Desk.self].height == 70)
    // A second time there is nothing to remove.
    Current.remove(Desk.self)
    #expect(Current[Desk.self].height == 70)
  }

  @Test func removingOneLeavesTheOthersAndTheWorldsItWasCopiedTo() {
    Current[Desk.self] = Desk(height: 110)
    Current[Shop.self] = .live
    let copy = Current
    Current.remove(Desk.self)
    #expect(throws: OutOfStock(tag: .mac)) { try Current[Shop.self].computer(.mac, "ada") }
    #expect(copy[Desk.self].height == 110)
  }

  @Test func aWorldIsResetByAnotherOne() {
    Current[Desk.self] = Desk(height: 110)
    Current = .mock
    #expect(Current[Desk.self].height == 70)
  }

  @Test func anInstanceOrAFactory() {
    let instance = Computer(model: "Mac")
    let always: @Sendable () -> Computer = { instance }
    let factory: @Sendable () -> Computer = { Computer(model: "Mac") }
    #expect(always() === always())
    #expect(factory() !== factory())
  }

  @Test func aFailureThrowsWithStructureAndIsNeverNil() {
    #expect(throws: OutOfStock(tag: .pc)) {
      try withWorld(.live) { try Current[Shop.self].computer(.pc, "ada") }
    }
  }

  struct Chair: World.LiveService {
    var name: String
    static var live: Chair { Chair(name: "at \(Current[Table.self].name)") }
    static var mock: Chair { Chair(name: "mock chair") }
  }

  struct Table: World.LiveService {
    var name: String
    static var live: Table { Table(name: "beside \(Current[Chair.self].name)") }
    static var mock: Table { Table(name: "mock table") }
  }

  @Test func servicesThatBuildEachOtherAreReportedWithThePath() {
    let issues = reports { _ = withWorld(.live) { Current[Chair.self] } }
    #expect(issues.isOne(saying: "Chair -> Table -> Chair"))
  }

  @Test func tagsAndArgumentsAreArguments() throws {
    let shop = Current[Shop.self]
    let mac = try shop.computer(.mac, "ada")
    #expect(mac.model == "Mac")
    #expect(mac.owner == "ada")
    #expect(try shop.computer(.mac, "ada") === mac)
    #expect(try shop.computer(.pc, "ada") !== mac)
    #expect(try shop.computer(.mac, "grace") !== mac)
  }

  /// A view model that never hears of `Current`.
  struct Programmer {
    var computer: Computer?
    func day(on desk: Desk) -> String { "\(computer?.model ?? "nothing") at \(desk.height) cm" }
  }

  @Test func propertyAndMethodInjectionNeedNothingSpecial() throws {
    var programmer = Programmer()
    programmer.computer = try Current[Shop.self].computer(.mac, "ada")
    #expect(programmer.day(on: Current[Desk.self]) == "Mac at 70 cm")
  }

  @Test func anyThreadMayReadAndWrite() async {
    let world = Current
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          withWorld(world) { Current[Desk.self] = Desk(height: Current[Desk.self].height + 1) }
        }
        group.addTask { Current[Desk.self].height = 120 }
      }
    }
    #expect(Current[Desk.self].height == 120)
  }

  @Test func aWorldThatIsDroppedFreesWhatItHeld() throws {
    weak var computer: Computer?
    try withWorld(.mock) {
      computer = try Current[Shop.self].computer(.mac, "ada")
      Current[Shop.self].computer = { [held = try Current[Shop.self].computer(.pc, "ada")] _, _ in held }
    }
    #expect(computer == nil)
  }
}
