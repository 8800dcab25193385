import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// Stands for a module, in which a narrower `Current` hides the wide one.
private enum Checkout {
  static var Current: some CheckoutWorld { World.current }
  static func now() -> Date { Current.date() }
}

struct NarrowingTests {
  @Test(.world(.mock)) func theNarrowOneReadsTheWorldInForce() {
    Current.date = { .distantPast }
    #expect(Checkout.now() == .distantPast)
  }
}
