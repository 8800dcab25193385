import Foundation
import Testing
import World
import WorldMocks
import WorldTesting

struct Declined: Error {}

@Suite(.world(.mock))
struct CheckoutTests {
  @Test func chargesThePrice() async throws {
    let receipt = try await CheckoutBuilder.build().pay(1_250)
    #expect(receipt == Receipt(cents: 1_250))
  }

  @Test(.world { $0.payments.charge = { _ in throw Declined() } })
  func saysThatTheCardWasDeclined() async {
    await #expect(throws: Declined.self) { try await CheckoutBuilder.build().pay(1_250) }
  }
}

@Suite(.world(.mock))
struct MoreCheckoutTests {
  @Test func tellsAnalytics() async throws {
    let (analytics, log) = Analytics.recorder()
    Current.analytics = analytics  // changes this test's world and no other
    _ = try await CheckoutBuilder.build().pay(1_250)
    #expect(log.events == [Analytics.Event(name: "paid", properties: ["cents": "1250"])])
  }

  @Test(arguments: ["en_GB", "fr_FR", "ar_EG"])
  func tellsTheDate(identifier: String) {
    withWorld {
      $0.locale = { Locale(identifier: identifier) }
    } operation: {
      #expect(Current.calendar().locale?.identifier == identifier)
    }
  }

  @Test(.world { $0.payments.charge = unimplemented("Payments.charge") })
  func openingTheCheckoutChargesNothing() {
    _ = CheckoutBuilder.build()
  }
}

/// A test that means the live world.
struct LiveCheckoutTests {
  @Test(.world(.live)) func theUsersZoneHasAName() {
    #expect(!Current.timezone().identifier.isEmpty)
  }
}
