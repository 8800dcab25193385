import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

/// Stands for a module with a restricted `Current`.
private enum Checkout {
  static var Current: some CheckoutWorld { World.current }
  static func now() -> Date { Current.date() }
}

struct RestrictingTests {
  @Test(.world(.mock)) func theRestrictedOneReadsTheCurrentWorld() {
    Current.date = { .distantPast }
    #expect(Checkout.now() == .distantPast)
  }
}
