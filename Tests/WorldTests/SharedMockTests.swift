import Foundation
import Synchronization
import TestSupport
import Testing
import World
import WorldMocks
import WorldSimulation
import WorldTesting

/// Which scopes share a mock: a test for each row of the table in `Services.md`.
@Suite(.world(.mock))
struct SharedMockTests {
  struct Payments: World.Service {
    var charge: @Sendable () -> String
    static var mock: Payments { Payments(charge: { "paid" }) }
  }

  /// Its mock reads another service while it is built, and has state.
  struct Cart: World.Service {
    var pay: @Sendable () -> String
    static var mock: Cart {
      let (count, charge) = (Count(), Current[Payments.self].charge)
      return Cart(pay: { "\(charge()) \(count.next())" })
    }
  }

  /// Its mock reads the one that reads another.
  struct Checkout: World.Service {
    var finish: @Sendable () -> String
    static var mock: Checkout { Checkout(finish: Current[Cart.self].pay) }
  }

  /// Its mock reads a built-in dependency while it is built.
  struct Greeting: World.Service {
    let language: String
    let count = Count()
    static var mock: Greeting { Greeting(language: Current.locale().identifier) }
  }

  /// Its mock keeps a built-in dependency, and calls it later.
  struct Stamp: World.Service {
    let date: @Sendable () -> Date
    let count = Count()
    static var mock: Stamp { Stamp(date: Current.date) }
  }

  final class Count: Sendable {
    private let value = Atomic(0)
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }

  private let french: @Sendable (inout World) -> Void = { $0.locale = { Locale(identifier: "fr_FR") } }
  private let declined: @Sendable (inout World) -> Void = { $0[Payments.self].charge = { "declined" } }

  @Test func anOverrideReachesAMockThatReadsItAndNothingOfItStaysOutside() {
    withWorld(declined) { #expect(Current[Cart.self].pay() == "declined 1") }
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld(declined) {
      #expect(Current[Cart.self].pay() == "declined 1")
      #expect(Current[Cart.self].pay() == "declined 2")
    }
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  @Test func soItReachesAMockThatReadsOneThatReadsIt() {
    #expect(Current[Checkout.self].finish() == "paid 1")
    withWorld(declined) { #expect(Current[Checkout.self].finish() == "declined 1") }
    #expect(Current[Checkout.self].finish() == "paid 2")
  }

  @Test func anOverriddenBuiltInDependencyReachesAMockThatCallsIt() {
    withWorld(french) { #expect(Current[Greeting.self].language == "fr_FR") }
    #expect(Current[Greeting.self].language == "en_GB")
    withWorld(french) { #expect(Current[Greeting.self].language == "fr_FR") }
    #expect(Current[Greeting.self].language == "en_GB")
  }

  @Test func itReachesAMockThatKeepsIt() {
    let start = Current.date()
    #expect(Current[Stamp.self].date() == start)
    withWorld {
      $0.date = { .distantPast }
    } operation: {
      #expect(Current[Stamp.self].date() == .distantPast)
    }
    #expect(Current[Stamp.self].date() == start)
  }

  @Test func aMockThatReadNothingOverriddenIsTheOuterOneWithItsState() {
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld(french) { #expect(Current[Cart.self].pay() == "paid 2") }
    #expect(Current[Greeting.self].count.next() == 1)
    withWorld(declined) { #expect(Current[Greeting.self].count.next() == 2) }
    // The date is another dependency than the locale.
    #expect(Current[Stamp.self].count.next() == 1)
    withWorld(french) { #expect(Current[Stamp.self].count.next() == 2) }
  }

  @Test func soItIsIfItWasBuiltInside() {
    withWorld(french) { #expect(Current[Cart.self].pay() == "paid 1") }
    #expect(Current[Cart.self].pay() == "paid 2")
    withWorld(french) { withWorld(french) { #expect(Current[Stamp.self].count.next() == 1) } }
    #expect(Current[Stamp.self].count.next() == 2)
  }

  @Test func inNestedScopesItIsThatOfTheInnermostWhoseOverrideItRead() {
    withWorld(french) {
      #expect(Current[Greeting.self].count.next() == 1)
      withWorld(declined) {
        #expect(Current[Greeting.self].count.next() == 2)
        #expect(Current[Cart.self].pay() == "declined 1")
      }
      #expect(Current[Greeting.self].count.next() == 3)
      #expect(Current[Cart.self].pay() == "paid 1")
    }
    #expect(Current[Greeting.self].count.next() == 1)
    #expect(Current[Cart.self].pay() == "paid 2")
  }

  @Test func aRemovedServiceIsAnOverrideToo() {
    declined(&Current)
    #expect(Current[Cart.self].pay() == "declined 1")
    withWorld {
      $0.remove(Payments.self)
    } operation: {
      #expect(Current[Cart.self].pay() == "paid 1")
    }
    #expect(Current[Cart.self].pay() == "declined 2")
  }

  @Test func aTimeMachineIsAnOverrideOfTheDate() {
    #expect(Current[Stamp.self].count.next() == 1)
    withWorld {
      $0.use(TimeMachine(frozenAt: .distantPast))
    } operation: {
      #expect(Current[Stamp.self].date() == .distantPast)
      #expect(Current[Stamp.self].count.next() == 1)
    }
    #expect(Current[Stamp.self].count.next() == 2)
  }

  @Test func aWriteReachesTheMocksThatAreBuiltAfterIt() {
    #expect(Current[Cart.self].pay() == "paid 1")
    declined(&Current)
    // It was built before.
    #expect(Current[Cart.self].pay() == "paid 2")
    #expect(Current[Checkout.self].finish() == "paid 3")
  }

  @Test func aWriteInAnInnerScopeIsAnOverride() {
    #expect(Current[Cart.self].pay() == "paid 1")
    withWorld { _ in
    } operation: {
      #expect(Current[Cart.self].pay() == "paid 2")
      declined(&Current)
      #expect(Current[Cart.self].pay() == "declined 1")
    }
    #expect(Current[Cart.self].pay() == "paid 3")
  }

  @Test func aCapturedWorldSharesTheMocksOfItsScope() async {
    let world = Current
    #expect(await Task.detached { withWorld(world) { Current[Cart.self].pay() } }.value == "paid 1")
    #expect(Current[Cart.self].pay() == "paid 2")
    let changed = world.with(declined)
    #expect(await Task.detached { withWorld(changed) { Current[Cart.self].pay() } }.value == "declined 1")
    #expect(Current[Cart.self].pay() == "paid 3")
  }

  @Test func aValueThatWasNotCurrentSharesNone() {
    let world = World.mock.with(declined)
    for _ in 1...2 { withWorld(world) { #expect(Current[Cart.self].pay() == "declined 1") } }
  }

  @Test(.world(.mock, inParallel: true)) func manyScopesAtOnceStayApart() async {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<400 {
        group.addTask { [declined] in
          if number.isMultiple(of: 2) { return Current[Cart.self].pay().hasPrefix("paid") }
          return withWorld(declined) { Current[Cart.self].pay() } == "declined 1"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(Current[Cart.self].pay() == "paid 201")
  }
}
