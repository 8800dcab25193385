import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// What the module Checkout may use of the world.
public protocol CheckoutWorld {
  var date: @Sendable () -> Date { get }
  var analytics: Analytics { get }
}

extension World: CheckoutWorld {}

/// Stands for a module, in which a narrower `Current` hides the wide one.
private enum Checkout {
  static var Current: some CheckoutWorld { World.inForce }
  static func now() -> Date { Current.date() }
}

struct NarrowingSnippetTests {
  @Test(.world(.mock)) func theNarrowOneReadsTheWorldInForce() {
    Current.date = { .distantPast }
    #expect(Checkout.now() == .distantPast)
  }
}
